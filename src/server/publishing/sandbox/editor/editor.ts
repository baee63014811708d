import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { LOCALES, type Locale } from '#i18n/locale.ts';
import type { Log } from '#server/kit/log.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { securityLog } from '#server/kit/security-event.ts';
import type { PublishFacts } from '#server/publishing/publisher/publish-standing.ts';
import { storyPath as publicPath } from '#storyblok/link.ts';
import type { Editing } from '../content-service/editing.ts';
import { blocksById } from './block-tree.ts';
import { type Component, readComponents } from './components.ts';
import {
  type CheckStory,
  type EditorContext,
  localeIn,
  markOf,
  type OpenStory,
  openStory,
  problemsOf,
  takeForm,
} from './edit-story.ts';
import { type Env, guard } from './guard.ts';
import { chooseLanguage } from './language.ts';
import { EDITOR_FILES, type EditorPage, editorPage, storyPath } from './page.ts';
import { publishingPage } from './publishing-page.ts';
import { leftWords } from './read-form.ts';
import { EditorSessions } from './sessions.ts';
import { type StoryForm, storyForm } from './story-form.ts';
import { storyList } from './story-list.ts';
import { standingOfStory } from './story-standing.ts';

/** The editor of the embedded content service. */
export interface EditorOptions {
  readonly editing: Editing;
  /** The components that forms are drawn from, as they are pushed to a space, in a language. */
  readonly components: (locale: Locale) => readonly Component[];
  readonly operatorToken: string;
  /** For security events; none without one. */
  readonly log?: Log;
  readonly checkStory: CheckStory;
  readonly publisher: () => Promise<PublishFacts>;
  /** Tells whether a path leads to something that visitors find; without it only stories are known. */
  readonly isLive?: (path: string) => boolean;
  /** The address of a draft's preview; undefined without a preview. */
  readonly previewUrl?: (story: {
    readonly fullSlug: string;
    readonly language: string | undefined;
    readonly editor: Locale;
  }) => string;
}

export interface Editor {
  /** Routes `/editor/…`. */
  readonly app: Hono;
  /** A path that signs in once, for the person who started the process. */
  readonly signInPath: string;
}

export function openEditor(options: EditorOptions): Editor {
  const { editing, checkStory, isLive } = options;
  const sessions = new EditorSessions(options.operatorToken);
  const contexts = LOCALES.map((locale) => {
    const components = readComponents(options.components(locale));
    return [locale, { editing, checkStory, isLive, components }] as const;
  });
  const parts: Parts = { ...options, contexts: new Map(contexts) };
  const app = new Hono<Env>();
  for (const [path, { type, text }] of Object.entries(EDITOR_FILES)) {
    app.get(path, (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }));
  }
  app.get('/editor', (c) => c.redirect('/editor/', 308));
  chooseLanguage(app);
  guard(app, sessions, securityLog(options));
  serveStories(app, parts);
  servePublishing(app, parts);
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

type Parts = EditorOptions & { readonly contexts: ReadonlyMap<Locale, EditorContext> };

/** With the components in the language of the page. */
function contextOf(c: Context<Env>, { contexts }: Parts): EditorContext {
  return contexts.get(c.get('say').locale) as EditorContext;
}

/** A language that the space has; anything else is the default one. */
function languageOf(c: Context, { editing }: Parts): string | undefined {
  return editing.languageCodes.find((code) => code === c.req.query('lang'));
}

function serveStories(app: Hono<Env>, parts: Parts): void {
  /** A route of one story. */
  const withStory = (act: (c: Context<Env>, open: OpenStory) => Response | Promise<Response>) => {
    return async (c: Context<Env>): Promise<Response> => {
      const open = await openStory(contextOf(c, parts), c.req.param('uuid') ?? '');
      return open ? act(c, open) : nothingHere(c);
    };
  };
  app.get('/editor/', async (c) => {
    const say = c.get('say');
    const { components } = contextOf(c, parts);
    const main = storyList(await parts.editing.list(), { say, components, facts: await parts.publisher() });
    return editorPage(c, { title: say('stories'), main, say, session: c.get('session') });
  });
  app.get(
    '/editor/stories/:uuid/',
    withStory((c, open) => {
      const say = c.get('say');
      const text = `${say('saved')} ${say(open.story.isChanged ? 'saved_ahead' : 'saved_same')}`;
      const isSaved = c.req.query('saved') !== undefined;
      return showStory(c, parts, open, isSaved ? { notice: { kind: 'good', text } } : {});
    }),
  );
  app.post(
    '/editor/stories/:uuid/',
    withStory((c, open) => answerForm(c, parts, open)),
  );
  app.post(
    '/editor/stories/:uuid/unpublish',
    withStory(async (c, { story: { draft } }) => {
      await parts.editing.unpublish(draft.uuid);
      return redirectWithin(c, `/editor/stories/${draft.uuid}/publishing`, 303);
    }),
  );
  app.post(
    '/editor/stories/:uuid/back',
    withStory(async (c, open) => {
      const { draft, published } = open.story;
      const isStale = c.get('form').get('draft') !== markOf(open.content);
      const isBack = published && !isStale && (await parts.editing.save(draft.uuid, published.content, draft.content));
      if (isBack) return redirectWithin(c, `${storyPath(draft.uuid, undefined)}?saved`, 303);
      const notice = { kind: 'bad', text: c.get('say')('stale_back') } as const;
      return showStory(c, parts, open, { notice }, 409);
    }),
  );
}

async function answerForm(c: Context<Env>, parts: Parts, open: OpenStory): Promise<Response> {
  const { uuid } = open.story.draft;
  const [say, form, language] = [c.get('say'), c.get('form'), languageOf(c, parts)];
  const outcome = await takeForm(contextOf(c, parts), open, { form, language });
  switch (outcome.kind) {
    case 'published':
      return redirectWithin(c, `/editor/stories/${uuid}/publishing${language ? `?lang=${language}` : ''}`, 303);
    case 'saved': {
      const [path, at] = [storyPath(uuid, language), outcome.open];
      const place = at === undefined ? '' : `#b-${at}`;
      return redirectWithin(c, `${path}${path.includes('?') ? '&' : '?'}saved${place}`, 303);
    }
    case 'broken': {
      const saved = (await openStory(contextOf(c, parts), uuid)) ?? open;
      const notice = { kind: 'bad', text: say('saved_broken') } as const;
      return showStory(c, parts, saved, { problems: outcome.problems, notice }, 422);
    }
    case 'shown':
      return showStory(c, parts, open, { ...outcome, notice: { kind: 'bad', text: say('not_saved_yet') } });
    case 'unreadable':
      return showStory(c, parts, open, { ...outcome, notice: { kind: 'bad', text: say('not_saved') } }, 422);
    case 'stale': {
      const { now, ...typed } = outcome;
      const { components } = contextOf(c, parts);
      const left = leftWords(form, now.content, components);
      const notice = { kind: 'bad', text: say('stale') } as const;
      return showStory(c, parts, now, { ...typed, notice, left }, 409);
    }
  }
}

type Changes = Partial<Pick<StoryForm, 'content' | 'problems' | 'wrong' | 'both' | 'notice' | 'left'>>;

async function showStory(
  c: Context<Env>,
  parts: Parts,
  open: OpenStory,
  changes: Changes,
  status: EditorPage['status'] = 200,
): Promise<Response> {
  const { previewUrl, publisher } = parts;
  const { story, stories, slugs } = open;
  const [say, session, context] = [c.get('say'), c.get('session'), contextOf(c, parts)];
  const language = languageOf(c, parts);
  const { full_slug: fullSlug, name } = story.draft;
  const content = changes.content ?? open.content;
  const isPage = content.component === 'page';
  const main = storyForm({
    say,
    story,
    content,
    language,
    languages: context.editing.languageCodes,
    components: context.components,
    stories,
    slugs,
    session,
    standing: standingOfStory(await publisher(), story),
    problems: changes.problems ?? problemsOf(context, open, content),
    wrong: changes.wrong ?? [],
    notice: changes.notice,
    left: changes.left ?? [],
    both: changes.both ?? [],
    stored: blocksById(open.content, context.components),
    draftMark: markOf(open.content),
    previewUrl: isPage ? previewUrl?.({ fullSlug, language, editor: say.locale }) : undefined,
    publicUrl: isPage && story.published ? publicPath(fullSlug, localeIn(language)) : undefined,
  });
  const [wide, keepsForm] = [isPage && previewUrl !== undefined, c.req.method === 'POST'];
  return editorPage(c, { title: name, main, say, session, status, wide, keepsForm });
}

/** Nothing of it is kept in memory: what the page says holds after a restart too. */
function servePublishing(app: Hono<Env>, parts: Parts): void {
  app.get('/editor/stories/:uuid/publishing', async (c) => {
    const open = await openStory(contextOf(c, parts), c.req.param('uuid') ?? '');
    if (!open) return nothingHere(c);
    const { draft, published } = open.story;
    const standing = standingOfStory(await parts.publisher(), open.story);
    const [say, session, language] = [c.get('say'), c.get('session'), languageOf(c, parts)];
    const main = publishingPage({
      say,
      name: draft.name,
      action: published ? 'published' : 'unpublished',
      storyUrl: storyPath(draft.uuid, language),
      publicUrl: draft.content.component === 'page' ? publicPath(draft.full_slug, localeIn(language)) : undefined,
      standing,
    });
    const refreshSeconds = { publishing: 1, paused: 10 }[standing.state as string];
    return editorPage(c, { title: draft.name, main, say, session, refreshSeconds });
  });
}
