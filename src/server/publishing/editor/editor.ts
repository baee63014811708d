import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { callerOf } from '#server/kit/caller.ts';
import { readForm } from '#server/kit/form-body.ts';
import type { Log } from '#server/kit/log.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { type SecurityNote, securityLog } from '#server/kit/security-event.ts';
import type { Editing } from '#server/publishing/content-service/editing.ts';
import { storyPath as publicPath } from '#storyblok/link.ts';
import { readComponents } from './components.ts';
import { conflictPage } from './conflict-page.ts';
import {
  type CheckStory,
  type EditorContext,
  type FormOutcome,
  markOf,
  type OpenStory,
  openStory,
  problemsOf,
  takeForm,
} from './edit-story.ts';
import type { Conflict } from './merge-stories.ts';
import { EDITOR_FILES, type EditorPage, editorPage } from './page.ts';
import { publishingPage } from './publishing-page.ts';
import { type PublisherView, PublishingWatch } from './publishing-watch.ts';
import type { SentForm } from './read-form.ts';
import { type EditorSession, EditorSessions, isOwnForm } from './sessions.ts';
import { signInPage } from './sign-in-page.ts';
import { type StoryForm, storyForm, storyPath } from './story-form.ts';
import { storiesLeadingTo } from './story-links.ts';
import { storyList } from './story-list.ts';

/** The editor of the embedded content service. */
export interface EditorOptions {
  readonly editing: Editing;
  /** The components that forms are drawn from, as they are pushed to a space. */
  readonly components: readonly unknown[];
  readonly operatorToken: string;
  /** For security events; none without one. */
  readonly log?: Log;
  readonly checkStory: CheckStory;
  /** Full slugs of the stories that cannot be unpublished. */
  readonly required: readonly string[];
  /** What is live, and the result of the last publish. */
  readonly publisher: () => Promise<PublisherView>;
  /** The address of a draft's preview; undefined without a preview. */
  readonly previewUrl?: (story: { readonly fullSlug: string; readonly language: string | undefined }) => string;
}

export interface Editor {
  /** Routes `/editor/…`. */
  readonly app: Hono;
  /** A path that signs in once, for the person who started the process. */
  readonly signInPath: string;
}

/** Enough for a long story with every field in it. */
const LARGEST_FORM_BYTES = 2 * 1024 * 1024;
const LARGEST_FORM_FIELDS = 20_000;
/** In one sentence. */
const NAMED_STORIES = 8;
export const SIGN_IN_LIMIT = { perMinute: 10, burst: 10 };

/** By the address's `saved`. */
const SAVED: Readonly<Record<string, string>> = {
  '': 'Draft saved. Visitors do not see it yet.',
  merged: 'Draft saved, together with what somebody else saved meanwhile. Visitors do not see it yet.',
};

type Env = { Variables: { session: EditorSession; form: SentForm } };

export function openEditor(options: EditorOptions): Editor {
  const { editing, checkStory, required } = options;
  const sessions = new EditorSessions(options.operatorToken);
  const watch = new PublishingWatch(options.publisher);
  const context: EditorContext = { editing, checkStory, required, components: readComponents(options.components) };
  const app = new Hono<Env>();
  for (const [path, { type, text }] of Object.entries(EDITOR_FILES)) {
    app.get(path, (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }));
  }
  app.get('/editor', (c) => c.redirect('/editor/', 308));
  const tooLarge = (c: Context) => c.text('A form has at most 2 MiB.', 413);
  app.use('/editor/*', bodyLimit({ maxSize: LARGEST_FORM_BYTES, onError: tooLarge }));
  serveSignIn(app, sessions, securityLog(options));
  guard(app, sessions);
  serveStories(app, { ...options, context, watch });
  servePublishing(app, watch);
  app.post('/editor/sign-out', (c) => {
    sessions.signOut(c);
    return c.redirect('/editor/sign-in', 303);
  });
  app.all('/editor/*', (c) => nothingHere(c, c.get('session')));
  return { app: app as unknown as Hono, signInPath: `/editor/sign-in/${sessions.linkKey()}` };
}

function serveSignIn(app: Hono<Env>, sessions: EditorSessions, note: SecurityNote): void {
  const limiter = createRateLimiter(Date.now);
  const page = (c: Context, isWrong: boolean) =>
    editorPage(c, { title: 'Sign in', main: signInPage(isWrong), status: isWrong ? 403 : 200 });
  const enter = (c: Context, proof: string) => {
    const decision = limiter.take(callerOf(c, 0), SIGN_IN_LIMIT);
    if (decision.kind === 'limited') {
      note(c, { kind: 'limit-met', what: 'editor', outcome: 'limited', factor: 'token' });
      return c.text('Too many tries.', 429, { 'Retry-After': `${decision.retryAfterSeconds}` });
    }
    const isIn = sessions.signIn(c, proof);
    note(c, { kind: 'sign-in', what: 'editor', outcome: isIn ? 'ok' : 'refused', factor: 'token' });
    return isIn ? c.redirect('/editor/', 303) : page(c, true);
  };
  app.get('/editor/sign-in', (c) => page(c, false));
  app.get('/editor/sign-in/:key', (c) => enter(c, c.req.param('key')));
  app.post('/editor/sign-in', async (c) => enter(c, (await formOf(c)).get('token')?.trim() ?? ''));
}

/**
 * Guards every page behind the sign-in: without a session it redirects to the sign-in, and changes must come from our
 * own form.
 */
function guard(app: Hono<Env>, sessions: EditorSessions): void {
  app.use('/editor/*', async (c, next) => {
    const session = sessions.find(c);
    if (!session) return c.redirect('/editor/sign-in', 303);
    c.set('session', session);
    if (c.req.method === 'GET') return next();
    const form = await formOf(c);
    if (!isOwnForm(c, session, form.get('csrf'))) {
      const main = html`<div class="gate"><h1>This form is too old</h1><p>Go back, load the page again and repeat what you did. Nothing was changed.</p></div>`;
      return editorPage(c, { title: 'Not accepted', main, session, status: 403 });
    }
    c.set('form', form);
    return next();
  });
}

async function formOf(c: Context): Promise<SentForm> {
  const limits = { maxFields: LARGEST_FORM_FIELDS, maxTextBytes: LARGEST_FORM_BYTES };
  const form = await readForm(c.req.raw, LARGEST_FORM_BYTES, limits);
  // What is no form has no token of ours, and is refused for that.
  const fields = typeof form === 'string' ? [] : [...form];
  return new Map(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}

function nothingHere(c: Context, session: EditorSession): Response | Promise<Response> {
  const main = html`<div class="gate"><h1>There is nothing here</h1><p><a href="/editor/">All stories</a></p></div>`;
  return editorPage(c, { title: 'Not found', main, session, status: 404 });
}

type Parts = EditorOptions & { readonly context: EditorContext; readonly watch: PublishingWatch };

function serveStories(app: Hono<Env>, parts: Parts): void {
  const { context, watch } = parts;
  app.get('/editor/', async (c) => {
    const main = storyList(await context.editing.list(), context.components);
    return editorPage(c, { title: 'Stories', main, session: c.get('session') });
  });
  app.get('/editor/stories/:uuid/', async (c) => {
    const open = await openStory(context, c.req.param('uuid'));
    if (!open) return nothingHere(c, c.get('session'));
    const text = SAVED[c.req.query('saved') ?? 'not'];
    const notice = text === undefined ? undefined : ({ kind: 'good', text } as const);
    return showStory(c, parts, open, { notice, open: c.req.query('open') });
  });
  app.post('/editor/stories/:uuid/', async (c) => {
    const atMs = Date.now();
    const open = await openStory(context, c.req.param('uuid'));
    if (!open) return nothingHere(c, c.get('session'));
    const language = languageOf(c, context.editing);
    const outcome = await takeForm(context, open, { form: c.get('form'), language });
    if (outcome.kind === 'published') {
      const { uuid, name, full_slug, content } = open.story.draft;
      const url = content.component === 'page' ? publicUrl(full_slug, language) : undefined;
      const sent = { uuid, name, fullSlug: full_slug, publicUrl: url, version: outcome.version, atMs };
      const id = watch.add({ ...sent, action: 'published' });
      return redirectWithin(c, `/editor/publishing/${id}`, 303);
    }
    return answerForm(c, parts, open, outcome);
  });
  app.post('/editor/stories/:uuid/unpublish', async (c) => {
    const atMs = Date.now();
    const open = await openStory(context, c.req.param('uuid'));
    if (!open) return nothingHere(c, c.get('session'));
    const { uuid, name, full_slug: fullSlug } = open.story.draft;
    const refusal = context.required.includes(fullSlug)
      ? `There is no site without “${name}”: it cannot be taken off.`
      : await refusalOfLinks(context, open.story);
    if (refusal) return showStory(c, parts, open, { notice: { kind: 'bad', text: refusal } }, 409);
    const version = await context.editing.unpublish(uuid);
    const id = watch.add({ uuid, name, fullSlug, action: 'unpublished', publicUrl: undefined, version, atMs });
    return redirectWithin(c, `/editor/publishing/${id}`, 303);
  });
}

/** Unpublishing is refused while published stories link to the story. */
async function refusalOfLinks(context: EditorContext, story: OpenStory['story']): Promise<string | undefined> {
  const names = (await storiesLeadingTo(context, story)).map(({ draft }) => `“${draft.name}”`);
  if (names.length === 0) return undefined;
  const named = names.slice(0, NAMED_STORIES).join(', ');
  const more = names.length > NAMED_STORIES ? ` and ${names.length - NAMED_STORIES} more` : '';
  return `It stays: visitors come to it by links in ${named}${more}. Publish these without the link first, then take it off.`;
}

async function answerForm(
  c: Context<Env>,
  parts: Parts,
  open: OpenStory,
  outcome: Exclude<FormOutcome, { kind: 'published' }>,
): Promise<Response> {
  const { uuid } = open.story.draft;
  if (outcome.kind === 'saved') {
    const path = storyPath(uuid, languageOf(c, parts.editing));
    const saved = outcome.isMerged ? 'saved=merged' : 'saved';
    const query = outcome.open === undefined ? saved : `open=${encodeURIComponent(outcome.open)}`;
    const anchor = outcome.open === undefined ? '' : `#b-${outcome.open}`;
    return redirectWithin(c, `${path}${path.includes('?') ? '&' : '?'}${query}${anchor}`, 303);
  }
  if (outcome.kind === 'broken') {
    const saved = (await openStory(parts.context, uuid)) ?? open;
    const text =
      'The draft is saved; visitors keep what they see. These fields have to be mended before it can be published.';
    return showStory(c, parts, saved, { problems: outcome.problems, notice: { kind: 'bad', text } }, 422);
  }
  if (outcome.kind === 'unreadable')
    return showStory(c, parts, open, { ...outcome, draftMark: c.get('form').get('draft') }, 422);
  return showConflicts(c, parts, open, outcome.conflicts);
}

function showConflicts(
  c: Context<Env>,
  parts: Parts,
  { story, stories }: OpenStory,
  conflicts: readonly Conflict[],
): Response | Promise<Response> {
  const { components } = parts.context;
  const { uuid, name } = story.draft;
  const session = c.get('session');
  const action = storyPath(uuid, languageOf(c, parts.editing));
  const main = conflictPage({ name, action, form: c.get('form'), conflicts, components, stories, session });
  return editorPage(c, { title: name, main, session, status: 409 });
}

/** A language that the space has; anything else is the default one. */
function languageOf(c: Context, { languageCodes }: Editing): string | undefined {
  return languageCodes.find((code) => code === c.req.query('lang'));
}

type Changes = Partial<Pick<StoryForm, 'content' | 'problems' | 'wrong' | 'open' | 'notice'>> & {
  /** Of the draft that the shown words were typed into, when it is not the current one. */
  readonly draftMark?: string | undefined;
};

function showStory(
  c: Context<Env>,
  { context, previewUrl }: Parts,
  { story, content, stories, slugs }: OpenStory,
  changes: Changes,
  status: EditorPage['status'] = 200,
): Response | Promise<Response> {
  const session = c.get('session');
  const language = languageOf(c, context.editing);
  const { full_slug: fullSlug, name } = story.draft;
  const isPage = content.component === 'page';
  const main = storyForm({
    story,
    content: changes.content ?? content,
    language,
    languages: context.editing.languageCodes,
    components: context.components,
    stories,
    slugs,
    session,
    problems: changes.problems ?? (changes.notice?.kind === 'good' ? [] : problemsShown(context, story, content)),
    wrong: changes.wrong ?? [],
    open: changes.open,
    notice: changes.notice,
    draftMark: changes.draftMark ?? markOf(content),
    previewUrl: isPage ? previewUrl?.({ fullSlug, language }) : undefined,
    publicUrl: isPage && story.published ? publicUrl(fullSlug, language) : undefined,
  });
  return editorPage(c, { title: name, main, session, status, wide: isPage && previewUrl !== undefined });
}

/** A changed draft is checked when it is opened; the published version was checked before. */
function problemsShown(
  context: EditorContext,
  story: OpenStory['story'],
  content: OpenStory['content'],
): StoryForm['problems'] {
  return story.isChanged ? problemsOf(context, story, content) : [];
}

function publicUrl(fullSlug: string, language: string | undefined): string {
  return publicPath(fullSlug, language === 'en' ? 'en' : 'es');
}

function servePublishing(app: Hono<Env>, watch: PublishingWatch): void {
  app.get('/editor/publishing/:id', async (c) => {
    const sent = watch.find(c.req.param('id'));
    if (!sent) return nothingHere(c, c.get('session'));
    const now = await watch.state(sent);
    const stateUrl = `${c.req.path}/state`;
    const main = publishingPage({ ...sent, storyUrl: storyPath(sent.uuid, undefined), stateUrl, now });
    const refresh = now.state === 'working' ? { refreshSeconds: 1 } : {};
    return editorPage(c, { title: sent.name, main, session: c.get('session'), ...refresh });
  });
  app.get('/editor/publishing/:id/state', async (c) => {
    const sent = watch.find(c.req.param('id'));
    if (!sent) return c.json({ state: 'unknown' }, 404);
    return c.json(await watch.state(sent), 200, { 'Cache-Control': 'no-store' });
  });
}
