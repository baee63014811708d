import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { COOKIES } from '#api/cookies.ts';
import { listTransferAccounts, transferAccountsBody } from '#api/endpoints/payments/list-transfer-accounts.ts';
import { DEFAULT_LOCALE, LOCALES, localeOfPath, localePath, withoutLocale } from '#i18n/locale.ts';
import { localeFrom } from '#i18n/preferred-locale.ts';
import { fetchFrom } from '#server/kit/outgoing.ts';
import { parseStorableJson } from '#server/kit/storable-json.ts';
import { contentIn } from '#server/publishing/sync/content-in-language.ts';
import { BlockError, type RawBlock } from '#storyblok/block-schema.ts';
import type { Draft } from '#storyblok/draft.ts';
import type { LenderAccount } from '#storyblok/lender-facts.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';
import { ContentError, createContentClient } from '../sync/content-client.ts';
import { createDraftReader, type DraftReader } from '../sync/read-draft.ts';
import { addressProblems } from '../sync/story-problems.ts';
import type { Render } from './build-preview.ts';
import { editorTokenOf, isEditorToken, isPass, newPass } from './editor-token.ts';
import { NOTE_STYLE_HASH, type NoteAbout, type NoteName, notePage } from './preview-notes.ts';
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
  /** Finds what a draft lacks before it is rendered. @param story full slug, with the language in front of it */
  readonly checkDraft?: (content: RawBlock, story: string) => Promise<readonly StoryFault[]>;
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
/** The parameter with the language of the embedded editor; Storyblok does not say its own. */
export const EDITOR_LANGUAGE = '_editor_language';
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
    const [draft] = await Promise.all([reader.read('home', DEFAULT_LOCALE), reader.spaceId(), options.loadRender()]);
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
  const named = locale === DEFAULT_LOCALE ? draft.fullSlug : `${locale}/${draft.fullSlug}`;
  const misplaced = addressProblems(draft.content, draft.fullSlug);
  const faults = [...misplaced, ...((await options.checkDraft?.(draft.content, named)) ?? [])];
  if (faults.length > 0) return sayFaults(c, options, faults);
  return withOwnHeaders(c, await renderDraft(draft, new URL(c.req.url).origin, options), options);
}

async function renderDraft(draft: Draft, origin: string, options: PreviewOptions): Promise<Response> {
  const render = await options.loadRender();
  const { lendingUrl } = options;
  const [products, accounts] = await Promise.all([readProducts(lendingUrl), readAccounts(lendingUrl)]);
  const request = new Request(new URL(publicPath(draft), origin));
  return render(request, { draft, products, accounts });
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
  const slug = withoutLocale(`/${path}`).slice(1);
  const named = localeOfPath(`/${path}`);
  const locale = named === DEFAULT_LOCALE ? (localeFrom(c.req.query('_storyblok_lang')) ?? named) : named;
  return { fullSlug: slug === '' ? 'home' : slug, locale };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function publicPath({ fullSlug, locale }: Draft): string {
  return localePath(locale, fullSlug === 'home' ? '' : fullSlug);
}

/**
 * Reads the unsaved story as sent by the editor; undefined when the body is not a story. Its values may contain all
 * languages.
 */
async function asTyped(c: Context, saved: Draft): Promise<Draft | undefined> {
  const sent = parseStorableJson(await c.req.text());
  if (sent.kind !== 'json') return undefined;
  const { story } = (sent.value ?? {}) as { readonly story?: { readonly content?: RawBlock } };
  const content = story?.content;
  if (typeof content?.component !== 'string') return saved;
  return {
    ...saved,
    content: contentIn(content, saved.locale === DEFAULT_LOCALE ? undefined : saved.locale) as RawBlock,
  };
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

/** Without an answer a preview names no account, as the page would not. */
async function readAccounts(lendingUrl: string): Promise<readonly LenderAccount[]> {
  const signal = AbortSignal.timeout(PRODUCTS_TIMEOUT_MS);
  const url = `${lendingUrl}${listTransferAccounts.path}`;
  const asked = fetchFrom([lendingUrl])(url, { signal }).then((response) => response.json());
  const parsed = transferAccountsBody.safeParse(await asked.catch(() => undefined));
  return parsed.success ? parsed.data : [];
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

/**
 * A draft may be invalid while it is edited, and services may fail: the editor sees what is wrong in place of the page.
 */
function answerFailure(c: Context, options: PreviewOptions, error: Error): Response | Promise<Response> {
  const { message } = error;
  // The built page has its own copy of the class, so `instanceof` is not enough.
  if (error instanceof BlockError || error.name === 'BlockError') {
    const { storyFault } = error as Partial<BlockError>;
    return storyFault
      ? sayFaults(c, options, [storyFault])
      : say(c, options, brokenStatus(c), 'draft_broken', { detail: message });
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

/** While an editor types, the bridge shows only what was answered with success, a note too. */
function brokenStatus(c: Context): 200 | 422 {
  return c.req.method === 'POST' ? 200 : 422;
}

function sayFaults(c: Context, options: PreviewOptions, faults: readonly StoryFault[]): Response | Promise<Response> {
  return say(c, options, brokenStatus(c), 'draft_broken', { faults });
}

function notFromEditor(c: Context, options: PreviewOptions): Response | Promise<Response> {
  return say(c, options, 403, 'not_from_editor');
}

function say(
  c: Context,
  options: PreviewOptions,
  status: 200 | 400 | 403 | 404 | 422 | 500 | 502 | 503,
  note: NoteName,
  about: Omit<NoteAbout, 'locale'> = {},
): Response | Promise<Response> {
  c.header('Content-Security-Policy', policyOf(options, `style-src '${NOTE_STYLE_HASH}'`));
  const locale = LOCALES.find((one) => one === c.req.query(EDITOR_LANGUAGE));
  return c.html(notePage(note, { ...about, locale }), status);
}
