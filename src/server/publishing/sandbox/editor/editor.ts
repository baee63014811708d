import { isDeepStrictEqual } from 'node:util';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { LOCALES, type Locale } from '#i18n/locale.ts';
import type { Log } from '#server/kit/log.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { securityLog } from '#server/kit/security-event.ts';
import type { PublishFacts } from '#server/publishing/publisher/publish-standing.ts';
import { storyPath as publicPath } from '#storyblok/link.ts';
import type { EditedStory, Editing } from '../content-service/editing.ts';
import { readComponents } from './components.ts';
import { conflictPage } from './conflict-page.ts';
import { localeOf } from './dead-links.ts';
import {
  type CheckStory,
  type EditorContext,
  type FormOutcome,
  idsIn,
  markOf,
  type OpenStory,
  openStory,
  problemsOf,
  takeForm,
} from './edit-story.ts';
import { type Env, guard, limitForms, serveSignIn } from './guard.ts';
import { chooseLanguage, type Say } from './language.ts';
import type { Conflict } from './merge-stories.ts';
import { EDITOR_FILES, type EditorPage, editorPage } from './page.ts';
import { publishingPage } from './publishing-page.ts';
import { EditorSessions } from './sessions.ts';
import { type StoryForm, storyForm, storyPath } from './story-form.ts';
import { storyList } from './story-list.ts';
import type { StoryStanding } from './story-standing.ts';
import { findVersion, goBack } from './story-versions.ts';
import { serveTexts } from './texts-routes.ts';
import { namesLeadingTo, toldStanding } from './told-standing.ts';
import { inputsWithout, unplacedPage } from './unplaced-page.ts';
import { comparePage, versionsPage } from './versions-page.ts';

/** The editor of the embedded content service. */
export interface EditorOptions {
  readonly editing: Editing;
  /** The components that forms are drawn from, as they are pushed to a space, in a language. */
  readonly components: (locale: Locale) => readonly unknown[];
  readonly operatorToken: string;
  /** For security events; none without one. */
  readonly log?: Log;
  readonly checkStory: CheckStory;
  /** Whether the live site has something at a path; everything is there while nobody knows. */
  readonly isServed?: (path: string) => boolean;
  /** Full slugs of the stories that cannot be unpublished. */
  readonly required: readonly string[];
  readonly publisher: () => Promise<PublishFacts>;
  /** The address of a draft's preview; undefined without a preview. */
  readonly previewUrl?: (story: { readonly fullSlug: string; readonly language: string | undefined }) => string;
}

export interface Editor {
  /** Routes `/editor/…`. */
  readonly app: Hono;
  /** A path that signs in once, for the person who started the process. */
  readonly signInPath: string;
}

export function openEditor(options: EditorOptions): Editor {
  const { editing, checkStory, required } = options;
  const sessions = new EditorSessions(options.operatorToken);
  const shared = { editing, checkStory, required, isServed: options.isServed ?? (() => true) };
  const contexts = LOCALES.map((locale) => {
    const context: EditorContext = { ...shared, components: readComponents(options.components(locale)) };
    return [locale, context] as const;
  });
  const parts: Parts = { ...options, contexts: new Map(contexts) };
  const app = new Hono<Env>();
  for (const [path, { type, text }] of Object.entries(EDITOR_FILES)) {
    app.get(path, (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }));
  }
  app.get('/editor', (c) => c.redirect('/editor/', 308));
  chooseLanguage(app);
  limitForms(app);
  serveSignIn(app, sessions, securityLog(options));
  guard(app, sessions);
  serveStories(app, parts);
  serveVersions(app, parts);
  servePublishing(app, parts);
  serveTexts(app, parts);
  app.post('/editor/sign-out', (c) => {
    sessions.signOut(c);
    return c.redirect('/editor/sign-in', 303);
  });
  app.all('/editor/*', (c) => nothingHere(c));
  return { app: app as unknown as Hono, signInPath: `/editor/sign-in/${sessions.linkKey()}` };
}

function nothingHere(c: Context<Env>): Response | Promise<Response> {
  const say = c.get('say');
  const main = html`<div class="gate"><h1>${say('nothing_here')}</h1><p><a href="/editor/">${say('all_stories')}</a></p></div>`;
  return editorPage(c, { title: say('not_found'), main, say, session: c.get('session'), status: 404 });
}

/** With what was typed into its form. */
function storyIsGone(c: Context<Env>): Response | Promise<Response> {
  const [say, form, session] = [c.get('say'), c.get('form'), c.get('session')];
  const names = inputsWithout(form, () => false);
  const title = say('nothing_here');
  const main = unplacedPage({ say, title, words: say('story_lost'), form, names, rest: undefined });
  return editorPage(c, { title, main, say, session, status: 404 });
}

type Parts = EditorOptions & { readonly contexts: ReadonlyMap<Locale, EditorContext> };

/** With the components in the language of the page. */
function contextOf(c: Context<Env>, { contexts }: Parts): EditorContext {
  return contexts.get(c.get('say').locale) as EditorContext;
}

function serveStories(app: Hono<Env>, parts: Parts): void {
  app.get('/editor/', async (c) => {
    const say = c.get('say');
    const { components } = contextOf(c, parts);
    const main = storyList(await parts.editing.list(), { say, components, facts: await parts.publisher() });
    return editorPage(c, { title: say('stories'), main, say, session: c.get('session') });
  });
  app.get('/editor/stories/:uuid/', async (c) => {
    const open = await openStory(contextOf(c, parts), c.req.param('uuid'));
    if (!open) return nothingHere(c);
    const text = savedWords(c.get('say'), open.story, c.req.query('saved'));
    const notice = text === undefined ? undefined : ({ kind: 'good', text } as const);
    const removed = c.req.query('removed');
    const isBack = removed !== undefined && idsIn(open.content).includes(removed);
    return showStory(c, parts, open, { notice, open: c.req.query('open'), removed: isBack ? undefined : removed });
  });
  app.post('/editor/stories/:uuid/', async (c) => {
    const context = contextOf(c, parts);
    const open = await openStory(context, c.req.param('uuid'));
    if (!open) return storyIsGone(c);
    const language = languageOf(c, context.editing);
    const outcome = await takeForm(context, open, { form: c.get('form'), language });
    if (outcome.kind === 'published') {
      const lang = language ? `?lang=${language}` : '';
      return redirectWithin(c, `/editor/stories/${open.story.draft.uuid}/publishing${lang}`, 303);
    }
    return answerForm(c, parts, open, outcome);
  });
  app.post('/editor/stories/:uuid/unpublish', async (c) => {
    const say = c.get('say');
    const context = contextOf(c, parts);
    const open = await openStory(context, c.req.param('uuid'));
    if (!open) return nothingHere(c);
    const { uuid, name, full_slug: fullSlug } = open.story.draft;
    const refusal = context.required.includes(fullSlug)
      ? say('needed_story', { name })
      : await refusalOfLinks(context, open.story, say);
    if (refusal) return showStory(c, parts, open, { notice: { kind: 'bad', text: refusal } }, 409);
    await context.editing.unpublish(uuid);
    return redirectWithin(c, `/editor/stories/${uuid}/publishing`, 303);
  });
}

/** What was saved may be what visitors have: after going back to it, or when somebody has published it since. */
function savedWords(say: Say, { isChanged }: EditedStory, saved: string | undefined): string | undefined {
  if (saved === undefined) return undefined;
  const whose = say(saved === 'merged' ? 'saved_merged' : 'saved');
  return `${whose} ${say(isChanged ? 'saved_ahead' : 'saved_same')}`;
}

/** Unpublishing is refused while published stories link to the story. */
async function refusalOfLinks(
  context: EditorContext,
  story: OpenStory['story'],
  say: Say,
): Promise<string | undefined> {
  const names = await namesLeadingTo(context, story, say);
  return names && say('linked_story', { names });
}

async function answerForm(
  c: Context<Env>,
  parts: Parts,
  open: OpenStory,
  outcome: Exclude<FormOutcome, { kind: 'published' }>,
): Promise<Response> {
  const { uuid } = open.story.draft;
  if (outcome.kind === 'saved') return toSaved(c, storyPath(uuid, languageOf(c, parts.editing)), outcome);
  if (outcome.kind === 'broken') {
    const saved = (await openStory(contextOf(c, parts), uuid)) ?? open;
    const text = c.get('say')('saved_broken');
    return showStory(c, parts, saved, { problems: outcome.problems, notice: { kind: 'bad', text } }, 422);
  }
  if (outcome.kind === 'unreadable') {
    const notice = { kind: 'bad', text: c.get('say')('not_saved') } as const;
    return showStory(c, parts, open, { ...outcome, notice, draftMark: c.get('form').get('draft') }, 422);
  }
  if (outcome.kind === 'unplaced') return showUnplaced(c, parts, open, outcome.names);
  return showConflicts(c, parts, open, outcome.conflicts);
}

/** Back to the story's page, which says what was done. */
function toSaved(c: Context, path: string, outcome: Extract<FormOutcome, { kind: 'saved' }>): Response {
  const { open, removed, isMerged } = outcome;
  const join = path.includes('?') ? '&' : '?';
  if (removed !== undefined) return redirectWithin(c, `${path}${join}removed=${encodeURIComponent(removed)}`, 303);
  if (open === undefined) return redirectWithin(c, `${path}${join}${isMerged ? 'saved=merged' : 'saved'}`, 303);
  return redirectWithin(c, `${path}${join}open=${encodeURIComponent(open)}#b-${open}`, 303);
}

function showUnplaced(
  c: Context<Env>,
  parts: Parts,
  { story: { draft } }: OpenStory,
  names: readonly string[],
): Response | Promise<Response> {
  const [say, form, session] = [c.get('say'), c.get('form'), c.get('session')];
  const rest = { action: storyPath(draft.uuid, languageOf(c, parts.editing)), session };
  const title = say('blocks_gone', { name: draft.name });
  const main = unplacedPage({ say, title, words: say('blocks_gone_words'), form, names, rest });
  return editorPage(c, { title: draft.name, main, say, session, status: 409 });
}

function showConflicts(
  c: Context<Env>,
  parts: Parts,
  { story, stories }: OpenStory,
  conflicts: readonly Conflict[],
): Response | Promise<Response> {
  const say = c.get('say');
  const { components } = contextOf(c, parts);
  const { uuid, name } = story.draft;
  const session = c.get('session');
  const action = storyPath(uuid, languageOf(c, parts.editing));
  const main = conflictPage({ say, name, action, form: c.get('form'), conflicts, components, stories, session });
  return editorPage(c, { title: name, main, say, session, status: 409 });
}

/** A language that the space has; anything else is the default one. */
function languageOf(c: Context, { languageCodes }: Editing): string | undefined {
  return languageCodes.find((code) => code === c.req.query('lang'));
}

type Changes = Partial<Pick<StoryForm, 'content' | 'problems' | 'wrong' | 'open' | 'notice' | 'removed'>> & {
  /** Of the draft that the shown words were typed into, when it is not the current one. */
  readonly draftMark?: string | undefined;
};

async function showStory(
  c: Context<Env>,
  parts: Parts,
  open: OpenStory,
  changes: Changes,
  status: EditorPage['status'] = 200,
): Promise<Response> {
  const { previewUrl, publisher } = parts;
  const { story, content, stories, slugs } = open;
  const [say, session, context] = [c.get('say'), c.get('session'), contextOf(c, parts)];
  const language = languageOf(c, context.editing);
  const { full_slug: fullSlug, name } = story.draft;
  const isPage = content.component === 'page';
  const main = storyForm({
    say,
    story,
    content: changes.content ?? content,
    language,
    languages: context.editing.languageCodes,
    components: context.components,
    stories,
    slugs,
    session,
    standing: await toldStanding(context, open, await publisher(), say),
    problems: changes.problems ?? problemsOf(context, open, changes.content ?? content),
    wrong: changes.wrong ?? [],
    open: changes.open,
    removed: changes.removed,
    notice: changes.notice,
    draftMark: changes.draftMark ?? markOf(content),
    previewUrl: isPage ? previewUrl?.({ fullSlug, language }) : undefined,
    publicUrl: isPage && story.published ? publicUrl(fullSlug, language) : undefined,
  });
  return editorPage(c, { title: name, main, say, session, status, wide: isPage && previewUrl !== undefined });
}

function publicUrl(fullSlug: string, language: string | undefined): string {
  return publicPath(fullSlug, localeOf(language));
}

function serveVersions(app: Hono<Env>, parts: Parts): void {
  app.get('/editor/stories/:uuid/versions/', async (c) => {
    const [say, context] = [c.get('say'), contextOf(c, parts)];
    const open = await openStory(context, c.req.param('uuid'));
    if (!open) return nothingHere(c);
    const { draft, published } = open.story;
    const page = { say, name: draft.name, storyUrl: storyPath(draft.uuid, undefined) };
    const [newest, ...older] = await context.editing.versions(draft.uuid);
    // Where the source has changed since the last save, the draft is none of the versions.
    const isDraft = isDeepStrictEqual(newest?.content, draft.content);
    const others = newest && !isDraft ? [newest, ...older] : older;
    const main = versionsPage(page, others, published?.published_at);
    return editorPage(c, { title: draft.name, main, say, session: c.get('session') });
  });
  app.on(['GET', 'POST'], '/editor/stories/:uuid/versions/:id', async (c) => {
    const [say, context] = [c.get('say'), contextOf(c, parts)];
    const open = await openStory(context, c.req.param('uuid'));
    const version = open && (await findVersion(context, open.story, c.req.param('id')));
    if (!open || !version) return nothingHere(c);
    const { uuid, name } = open.story.draft;
    const storyUrl = storyPath(uuid, undefined);
    const isSent = c.req.method === 'POST';
    if (isSent && (await goBack(context, open, { version, mark: c.get('form').get('draft') }))) {
      return redirectWithin(c, `${storyUrl}?saved`, 303);
    }
    const session = c.get('session');
    const about = {
      say,
      components: context.components,
      stories: open.stories,
      session,
      draftMark: markOf(open.content),
    };
    const main = comparePage({ ...about, name, storyUrl, id: c.req.param('id') }, open.content, version);
    return editorPage(c, { title: name, main, say, session, status: isSent ? 409 : 200 });
  });
}

/** Nothing of it is kept in memory: what the pages say holds after a restart too. */
function servePublishing(app: Hono<Env>, parts: Parts): void {
  const stateOf = async (c: Context<Env>, uuid: string) => {
    const context = contextOf(c, parts);
    const open = await openStory(context, uuid);
    if (!open) return undefined;
    const { story } = open;
    const facts = await parts.publisher();
    const standing = await toldStanding(context, open, facts, c.get('say'));
    return { story, standing, seconds: secondsOf(story, standing, facts) };
  };
  app.get('/editor/stories/:uuid/publishing', async (c) => {
    const found = await stateOf(c, c.req.param('uuid'));
    if (!found) return nothingHere(c);
    const { story, standing, seconds } = found;
    const { uuid, name, full_slug, content } = story.draft;
    const say = c.get('say');
    const language = languageOf(c, parts.editing);
    const main = publishingPage({
      say,
      name,
      action: story.published ? 'published' : 'unpublished',
      storyUrl: storyPath(uuid, language),
      publicUrl: content.component === 'page' ? publicUrl(full_slug, language) : undefined,
      stateUrl: `${c.req.path}/state`,
      standing,
      seconds,
    });
    const refreshSeconds = { publishing: 1, paused: 10 }[standing.state as string];
    return editorPage(c, {
      title: name,
      main,
      say,
      session: c.get('session'),
      ...(refreshSeconds && { refreshSeconds }),
    });
  });
  app.get('/editor/stories/:uuid/publishing/state', async (c) => {
    const found = await stateOf(c, c.req.param('uuid'));
    if (!found) return c.json({ state: 'unknown' }, 404);
    const { standing, seconds } = found;
    return c.json({ ...standing, seconds }, 200, { 'Cache-Control': 'no-store' });
  });
}

/** How long a change took, or has been taking; undefined when a later publish is live too. */
function secondsOf({ change }: EditedStory, { state }: StoryStanding, { live }: PublishFacts): number | undefined {
  if (!change) return undefined;
  const sentMs = Date.parse(change.at);
  if (state === 'publishing') return Math.max(0, Date.now() - sentMs) / 1000;
  const isIts = live?.contentVersion === change.version && (state === 'live' || state === 'draft');
  return isIts ? Math.max(0, Date.parse(live.builtAt) - sentMs) / 1000 : undefined;
}
