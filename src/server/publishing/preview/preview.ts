import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { COOKIES } from '#api/cookies.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { parseStorableJson } from '#server/kit/storable-json.ts';
import { contentIn } from '#server/publishing/sync/content-in-language.ts';
import { BlockError, type RawBlock } from '#storyblok/block-schema.ts';
import type { Draft } from '#storyblok/draft.ts';
import { ContentError, createContentClient } from '../sync/content-client.ts';
import { createDraftReader, type DraftReader } from '../sync/read-draft.ts';
import { addressProblems } from '../sync/story-problems.ts';
import type { Render } from './build-preview.ts';
import { editorTokenOf, isEditorToken, isPass, newPass } from './editor-token.ts';
import { NOTE_STYLE_HASH, type NoteName, notePage } from './preview-notes.ts';
import { previewPolicy, STORYBLOK_APP } from './preview-policy.ts';

/** The preview role: shows drafts to editors of the content service only. */
export interface PreviewOptions {
  /** Content Delivery API, up to and with `/v2`. */
  readonly contentApiUrl: string;
  /** Reads drafts; stays on the server. */
  readonly previewToken: string;
  readonly lendingUrl: string;
  /** Base path of previews: `/preview` on the public site's host, '' on a host of its own. */
  readonly base: '' | '/preview';
  /** The folder of the built page. */
  readonly dataDir: string;
  /** Loads the built page; the first call may build it, which takes seconds. */
  readonly loadRender: () => Promise<Render>;
  /** With a real space its app may frame the previews, and they contain its bridge script. */
  readonly isStoryblok: boolean;
  readonly nowMs?: () => number;
  /** Of a request to the content service. */
  readonly timeoutMs?: number;
}

/** With a real Storyblok over TLS; beside the embedded editor it may be http://localhost. */
const PASSES = { framed: '__Host-preview', plain: 'preview' } as const;
const LARGEST_STORY_BYTES = 2 * 1024 * 1024;
const PRODUCT_SETTINGS = '/api/v1/public/offer/product-settings?sequence=1';
const PRODUCTS_TIMEOUT_MS = 5_000;
/** Short timeouts, because an editor waits: a slow content API is reported instead. */
const READ_LIMITS = { attempts: 2, timeoutMs: 8_000, longestWaitMs: 2_000 };
const RETRY_AFTER_S = 10;

export interface Preview {
  /** Routes `<base>/…` and the built page's own files below `/_preview/`. */
  readonly app: Hono;
  /** Does all that a first preview waits for: builds the page, loads it, reads the texts. @throws like a preview */
  warm(): Promise<void>;
}

export function createPreview(options: PreviewOptions): Preview {
  const { base, previewToken, contentApiUrl } = options;
  const app = new Hono();
  const root = join(options.dataDir, 'preview/client');
  // Filled by the first build; the file server requires it at start.
  mkdirSync(root, { recursive: true });
  const contentFetch = fetchFrom([contentApiUrl], { followsRedirects: true });
  const { timeoutMs = READ_LIMITS.timeoutMs } = options;
  const client = { ...READ_LIMITS, timeoutMs, apiUrl: contentApiUrl, token: previewToken, fetch: contentFetch };
  const reader = createDraftReader(createContentClient(client));
  app.use('/_preview/*', serveStatic({ root, onFound: immutable }));
  if (base === '') app.use('/:dir{fonts|images}/*', serveStatic({ root }));
  const path = `${base}/*`;
  app.use(path, async (c, next) => {
    c.header('X-Robots-Tag', 'noindex, nofollow');
    c.header('Cache-Control', 'private, no-store');
    // The address contains the editor's token: it must not be sent as a referrer.
    c.header('Referrer-Policy', 'same-origin');
    c.header('X-Content-Type-Options', 'nosniff');
    if (!(await isEditor(c, reader, options))) return notFromEditor(c, options);
    return next();
  });
  app.get(path, (c) => showDraft(c, reader, options));
  const tooLarge = (c: Context) => c.text('A story has at most 2 MiB.', 413);
  app.post(path, bodyLimit({ maxSize: LARGEST_STORY_BYTES, onError: tooLarge }), (c) => showDraft(c, reader, options));
  app.onError((error, c) => answerFailure(c, options, error));
  const warm = async (): Promise<void> => {
    const [draft] = await Promise.all([reader.read('home', 'es'), reader.spaceId(), options.loadRender()]);
    if (draft) await (await renderDraft(draft, 'http://localhost', options)).text();
  };
  return { app, warm };
}

function immutable(_path: string, c: Context): void {
  c.header('Cache-Control', 'public, max-age=31536000, immutable');
}

function passName({ isStoryblok }: Pick<PreviewOptions, 'isStoryblok'>): (typeof PASSES)[keyof typeof PASSES] {
  return isStoryblok ? PASSES.framed : PASSES.plain;
}

/** Checks the token in the address, or the cookie set by an earlier valid request. */
async function isEditor(c: Context, reader: DraftReader, options: PreviewOptions): Promise<boolean> {
  const { previewToken, nowMs = Date.now, base } = options;
  const nowS = Math.floor(nowMs() / 1000);
  const token = editorTokenOf(new URL(c.req.url).searchParams);
  if (!token) return isPass(getCookie(c, passName(options)), previewToken, nowS);
  const spaceId = await reader.spaceId();
  if (!isEditorToken(token, { spaceId, previewToken, nowS })) return false;
  // In the editor's frame we are a third party: a partitioned cookie is valid in that frame only.
  const path = base === '' ? '/' : base;
  const framed = options.isStoryblok ? ({ sameSite: 'None', secure: true, partitioned: true } as const) : {};
  setCookie(c, passName(options), newPass(previewToken, nowS), {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: COOKIES[passName(options)].seconds,
    ...framed,
  });
  return true;
}

async function showDraft(c: Context, reader: DraftReader, options: PreviewOptions): Promise<Response> {
  const place = placeOf(c, options.base);
  if (!place) return say(c, options, 404, 'address_unreadable');
  const { fullSlug, locale } = place;
  const saved = await readShown(reader, fullSlug, locale);
  if (!saved) return say(c, options, 404, 'no_such_story', { values: { fullSlug } });
  const draft = c.req.method === 'POST' ? await asTyped(c, saved) : saved;
  if (!draft) return say(c, options, 400, 'story_unreadable');
  const [wrong] = addressProblems(draft.content, draft.fullSlug);
  if (wrong) return say(c, options, 422, 'draft_broken', { detail: wrong.sentence });
  return withOwnHeaders(c, await renderDraft(draft, new URL(c.req.url).origin, options), options);
}

async function renderDraft(draft: Draft, origin: string, options: PreviewOptions): Promise<Response> {
  const render = await options.loadRender();
  const products = await readProducts(options.lendingUrl);
  const request = new Request(new URL(publicPath(draft), origin));
  return render(request, { draft, products });
}

/** Settings have no page; they are previewed on the home page. */
async function readShown(reader: DraftReader, fullSlug: string, locale: Draft['locale']): Promise<Draft | undefined> {
  const draft = await reader.read(fullSlug, locale);
  const isShown = !draft || draft.content.component === 'page' || draft.content.component === 'error-page';
  return isShown ? draft : reader.read('home', locale);
}

/** `/preview/en/tarifas/`, or the default path with the language that the editor names. */
function placeOf(
  c: Context,
  base: string,
): { readonly fullSlug: string; readonly locale: Draft['locale'] } | undefined {
  const path = decoded(c.req.path.slice(base.length))?.replace(/^\/+|\/+$/g, '');
  if (path === undefined) return undefined;
  const [first = '', ...rest] = path.split('/');
  const isEnglish = first === 'en' || c.req.query('_storyblok_lang') === 'en';
  const slug = first === 'en' ? rest.join('/') : path;
  return { fullSlug: slug === '' ? 'home' : slug, locale: isEnglish ? 'en' : 'es' };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function publicPath({ fullSlug, locale }: Draft): string {
  const slug = fullSlug === 'home' ? '' : `${fullSlug}/`;
  return locale === 'en' ? `/en/${slug}` : `/${slug}`;
}

/** The unsaved story as sent by the editor, undefined for what is none. Its values may contain all languages. */
async function asTyped(c: Context, saved: Draft): Promise<Draft | undefined> {
  const sent = parseStorableJson(await c.req.text());
  if (sent.kind !== 'json') return undefined;
  const { story } = (sent.value ?? {}) as { readonly story?: { readonly content?: RawBlock } };
  const content = story?.content;
  if (typeof content?.component !== 'string') return saved;
  return { ...saved, content: contentIn(content, saved.locale === 'en' ? 'en' : undefined) as RawBlock };
}

/** @throws LendingError when the lending role does not answer, or not with figures */
async function readProducts(lendingUrl: string): Promise<unknown> {
  const signal = AbortSignal.timeout(PRODUCTS_TIMEOUT_MS);
  try {
    const response = await fetchFrom([lendingUrl])(`${lendingUrl}${PRODUCT_SETTINGS}`, { signal });
    const body = await response.json();
    // Nothing is sold today: the draft is shown as its page would be.
    if (response.status === 409 && body.error?.details) return { closed: body.error.details };
    if (response.ok) return body;
    throw new Error(`answered ${response.status}`);
  } catch (cause) {
    throw new LendingError(`The lending role was asked for its figures: ${(cause as Error).message}`, { cause });
  }
}

class LendingError extends Error {
  override readonly name = 'LendingError';
}

async function withOwnHeaders(c: Context, page: Response, options: PreviewOptions): Promise<Response> {
  c.header('Content-Security-Policy', policyOf(options, page.headers.get('content-security-policy') ?? ''));
  return c.html(await page.text(), page.status as ContentfulStatusCode);
}

function policyOf({ isStoryblok }: PreviewOptions, written: string): string {
  // Without a real space the embedded editor, on the same host, shows the previews.
  const framers = isStoryblok ? [STORYBLOK_APP] : ["'self'"];
  return previewPolicy(written, { framers, bridgeOrigin: isStoryblok ? STORYBLOK_APP : undefined });
}

/** A draft may be invalid while it is edited, and services may fail: the editor sees what is wrong in place of the page. */
function answerFailure(c: Context, options: PreviewOptions, error: Error): Response | Promise<Response> {
  const { message } = error;
  // The built page has its own copy of the class, so `instanceof` is not enough.
  if (error instanceof BlockError || error.name === 'BlockError') {
    // While an editor types, the bridge shows only what was answered with success, this note too.
    return say(c, options, c.req.method === 'POST' ? 200 : 422, 'draft_broken', { detail: message });
  }
  if (error instanceof ContentError) {
    // Busy or away, for now; else its address or our token is wrong.
    const isAway = error.status === undefined || error.status === 429 || error.status >= 500;
    if (isAway) c.header('Retry-After', String(RETRY_AFTER_S));
    return say(c, options, isAway ? 503 : 502, 'content_failed', { detail: message });
  }
  if (error instanceof LendingError) return say(c, options, 502, 'lending_silent', { detail: message });
  return say(c, options, 500, 'failed', { detail: message });
}

function notFromEditor(c: Context, options: PreviewOptions): Response | Promise<Response> {
  return say(c, options, 403, 'not_from_editor');
}

function say(
  c: Context,
  options: PreviewOptions,
  status: 200 | 400 | 403 | 404 | 422 | 500 | 502 | 503,
  note: NoteName,
  { values = {}, detail }: { readonly values?: Readonly<Record<string, string>>; readonly detail?: string } = {},
): Response | Promise<Response> {
  c.header('Content-Security-Policy', policyOf(options, `style-src '${NOTE_STYLE_HASH}'`));
  return c.html(notePage(note, values, detail), status);
}
