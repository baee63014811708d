import { createReadStream, type ReadStream, type Stats } from 'node:fs';
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { AUTH_COOKIE } from '#api/access.ts';
import { splitLanguage } from '#api/languages.ts';
import { type ByteRange, parseRange } from './byte-range.ts';
import { htmlPage } from './html-page.ts';
import { isLandingHost, LANDING_SCRIPT, LANDING_SCRIPT_PATH, landingPath } from './landing-host.ts';
import { isReleaseInMaintenance, MAINTENANCE_FILE } from './maintenance.ts';
import { readMovedPagesFile } from './moved-pages.ts';
import {
  IMMUTABLE_CACHE,
  PAGE_CACHE,
  pageHeaders,
  policyIn,
  RETRY_MAINTENANCE_S,
  WORKER_POLICY,
} from './page-headers.ts';
import { redirectWithin } from './redirect.ts';
import { valueIn } from './small-file.ts';

/** Names contain a digest of the content: cached for ever. */
const IMMUTABLE = /^\/(_astro|fonts)\//;
/** The client area's service worker. */
const WORKER_PATH = '/worker.js';
/** Files for servers only. */
const NOT_FOR_VISITORS = /^\/(?:release|files)\.json$|\.(?:br|gz)$/;
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json; charset=utf-8',
    '.svg': 'image/svg+xml; charset=utf-8',
    '.png': 'image/png',
    '.jpg': 'image/jpeg',
    '.webp': 'image/webp',
    '.avif': 'image/avif',
    '.ico': 'image/x-icon',
    '.woff2': 'font/woff2',
    '.txt': 'text/plain; charset=utf-8',
    '.xml': 'application/xml; charset=utf-8',
    '.webmanifest': 'application/manifest+json',
  }),
);
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;
/** Error pages are not found under their own address, so that search engines do not index them. */
const ERROR_PAGE = /^\/(?:404|500)(?:\.html|\/index\.html)$/;
/** The complaints book stays open during maintenance (domain 2.21). */
const ALWAYS_OPEN = /^\/libro-de-reclamaciones(?:\/|$)/;

interface SiteRelease {
  readonly maintenance: boolean;
}

/** Former addresses of pages, and the address that each redirects to. */
type Moved = ReadonlyMap<string, string>;

/** The policies of pages that were asked for, by file: each is read from its page once, and again from another one. */
type KnownPolicies = Map<string, { readonly mtimeMs: number; readonly policy: string }>;

/** The facts that a document's headers depend on. */
type Served = SiteRelease & { readonly framers: readonly string[]; readonly policies: KnownPolicies };

type ReleaseFacts = Omit<Served, 'framers'> & { readonly moved: Moved };

interface Found {
  readonly path: string;
  readonly file: string;
  readonly stats: Stats;
}

export interface StaticSiteOptions {
  readonly releasesDir: string;
  /** Origins of the partners that may show the iframe pages in their frames. */
  readonly framers?: readonly string[];
  /** Hosts whose home and calculators are the landing page. */
  readonly landingHosts?: readonly string[];
  /** Called for unexpected errors; the visitor gets the error page. */
  readonly onFailure?: (error: Error) => void;
  /** Tells whether a request may see the product while it is closed: the pages of the last release that was open. */
  readonly passes?: (request: Request) => boolean;
}

/**
 * Serves the live release: directory URLs with a slash (without it 308), files compressed at release time,
 * revalidated pages and immutable assets. Scripts of earlier releases stay available for open tabs.
 */
export function staticSite(options: StaticSiteOptions): Hono {
  const { releasesDir, framers = [], landingHosts = [], passes = () => false } = options;
  const releaseOf = rememberRelease();
  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const current = await realpath(join(releasesDir, 'current')).catch(() => undefined);
    if (!current) return notReady(c);
    if (!passes(c.req.raw)) return answer(c, current);
    const live = await lastOpen(releasesDir, current);
    const page = await answer(c, live);
    // A shared cache may not store it.
    if (live !== current) page.headers.set('Cache-Control', 'no-store');
    return page;
  });
  const answer = async (c: Context, live: string): Promise<Response> => {
    const onLandingHost = isLandingHost(c.req.header('host'), landingHosts);
    const hasToken = getCookie(c, AUTH_COOKIE) !== undefined;
    const asked = cleanPath(c.req.path);
    const own = ownAnswer(c, asked, { onLandingHost, hasToken });
    if (own) return own;
    const path = asked && onLandingHost ? landingPath(asked, hasToken) : asked;
    const found = path === undefined ? undefined : await find(releasesDir, live, path);
    if (found === 'directory') return redirectWithin(c, `${encodeURI(path ?? '')}/${new URL(c.req.url).search}`, 308);
    const served = { ...(await releaseOf(live)), framers };
    if (found) return send(c, found, served, statusOf(found));
    return toMovedPage(c, path, served.moved) ?? errorPage(c, live, path, 404, served);
  };
  app.all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }));
  app.onError(async (error, c) => {
    options.onFailure?.(error);
    const live = await realpath(join(releasesDir, 'current')).catch(() => undefined);
    if (!live) return builtIn(c, 500);
    const served = await releaseOf(live).then(
      (release) => ({ ...release, framers }),
      () => ({ maintenance: false, framers, policies: new Map() }),
    );
    return errorPage(c, live, c.req.path, 500, served);
  });
  return app;
}

/** Answers what is not a file of the release: the landing host's script, and another spelling of an address. */
function ownAnswer(
  c: Context,
  path: string | undefined,
  { onLandingHost, hasToken }: { readonly onLandingHost: boolean; readonly hasToken: boolean },
): Response | undefined {
  if (onLandingHost && c.req.path === LANDING_SCRIPT_PATH) return landingScript(c);
  if (c.req.path === '/.well-known/change-password') return toPasswordPage(c, hasToken);
  const tidied = path && otherSpelling(path);
  return tidied ? redirectWithin(c, `${encodeURI(tidied)}${new URL(c.req.url).search}`, 308) : undefined;
}

/** Leads a password manager to where a password is changed (W3C, "A Well-Known URL for Changing Passwords"). */
function toPasswordPage(c: Context, hasToken: boolean): Response {
  // The answer depends on a cookie.
  c.header('Cache-Control', 'no-store');
  return redirectWithin(c, hasToken ? '/profile/settings/' : '/sign-in/?returnTo=/profile/settings/', 303);
}

/** Finds the one address of a page that was asked for by its file's name, or with slashes too many: `/en//index.html` → `/en/`. */
function otherSpelling(path: string): string | undefined {
  const tidied = path.replace(/\/{2,}/g, '/').replace(/\/index\.html$/, '/');
  return tidied === path || isErrorPage(path) ? undefined : tidied;
}

/** Not for good: a new page may take the address. */
function toMovedPage(c: Context, path: string | undefined, moved: Moved): Response | undefined {
  const address = moved.get(path?.replace(/\/?$/, '/') ?? '');
  if (address === undefined) return undefined;
  c.header('Cache-Control', PAGE_CACHE);
  return redirectWithin(c, `${address}${new URL(c.req.url).search}`, 308);
}

function statusOf({ path }: Found): 200 | 404 {
  return isErrorPage(path) ? 404 : 200;
}

function isErrorPage(path: string): boolean {
  return ERROR_PAGE.test(splitLanguage(path)[1]);
}

/** The error page in the visitor's language; without one, the built-in text. */
async function errorPage(
  c: Context,
  live: string,
  path: string | undefined,
  status: 404 | 500,
  served: Served,
): Promise<Response> {
  const [language] = splitLanguage(path ?? '');
  const translated = language && (await locate(live, `/${language}/${status}/index.html`));
  const page = translated ?? (await locate(live, `/${status}.html`));
  return page ? send(c, page, served, status).catch(() => builtIn(c, status)) : builtIn(c, status);
}

/** For when even the error page cannot be served (product-spec §8). */
function builtIn(c: Context, status: 404 | 500): Response {
  const body = html`<p>An error occurred while showing the error page</p>
    <p><a href="/">Go back to home</a></p>`;
  return c.html(String(htmlPage({ title: 'Error', body })), status, pageHeaders('/404.html', []));
}

/** The path decoded once; undefined for path traversal or an impossible file name. */
function cleanPath(path: string): string | undefined {
  if (path === '/.well-known/security.txt') return '/security.txt';
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const segments = decoded.split('/');
  const unsafe = segments.some((segment) => segment === '..' || segment.startsWith('.'));
  return unsafe || decoded.includes('\0') || decoded.includes('\\') || decoded.startsWith('//') ? undefined : decoded;
}

async function find(releasesDir: string, live: string, path: string): Promise<Found | 'directory' | undefined> {
  if (path.endsWith('/')) return locate(live, `${path}index.html`);
  if (NOT_FOR_VISITORS.test(path)) return undefined;
  const file = await locate(live, path);
  if (file) return file;
  if (await locate(live, `${path}/index.html`)) return 'directory';
  return IMMUTABLE.test(path) ? inEarlierRelease(releasesDir, path) : undefined;
}

async function locate(root: string, path: string): Promise<Found | undefined> {
  const file = join(root, path);
  if (!file.startsWith(root + sep)) return undefined;
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() ? { path, file, stats } : undefined;
}

async function inEarlierRelease(releasesDir: string, path: string): Promise<Found | undefined> {
  const names = (await readdir(releasesDir)).filter((name) => /^\d/.test(name)).sort();
  for (const name of names.reverse()) {
    const found = await locate(join(releasesDir, name), path);
    if (found) return found;
  }
  return undefined;
}

/** The newest release with the pages themselves; the live one if no kept release has them. */
async function lastOpen(releasesDir: string, live: string): Promise<string> {
  const names = (await readdir(releasesDir)).filter((name) => /^\d/.test(name)).sort();
  for (const release of [live, ...names.reverse().map((name) => join(releasesDir, name))]) {
    if (isReleaseInMaintenance(release) === false) return release;
  }
  return live;
}

async function send(c: Context, found: Found, release: Served, status: 200 | 404 | 500): Promise<Response> {
  const down = isPage(found) && release.maintenance && !ALWAYS_OPEN.test(splitLanguage(found.path)[1]);
  const isWhole = status !== 200 || down;
  // Ranges apply to the file itself, never to its compressed variants.
  const range = isWhole ? undefined : parseRange(c.req.header('range'), found.stats.size);
  const encoded = range ? undefined : await negotiate(c.req.header('accept-encoding') ?? '', found);
  const etag = etagOf(found, encoded?.name ?? '');
  const headers = await headersOf(found, release, etag);
  if (down) headers.set('Retry-After', String(RETRY_MAINTENANCE_S));
  if (!isWhole && c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
  // If the file has changed since, the whole file.
  if (range && (c.req.header('if-range') ?? etag) === etag) return sendPart(c, found, range, headers);
  return sendWhole(c, encoded ?? { file: found.file }, headers, down ? 503 : status);
}

async function sendWhole(
  c: Context,
  { file, name }: { readonly file: string; readonly name?: string },
  headers: Headers,
  status: number,
): Promise<Response> {
  // The size of what is open: a compressed file may be exchanged for a smaller one at any moment.
  const handle = await open(file);
  headers.set('Content-Length', String((await handle.stat()).size));
  if (name) headers.set('Content-Encoding', name);
  if (c.req.method !== 'HEAD') return new Response(webStream(handle.createReadStream()), { status, headers });
  await handle.close();
  return new Response(null, { status, headers });
}

function etagOf({ stats }: Found, encoding: string): string {
  return `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}${encoding}"`;
}

function isPage({ file }: Found): boolean {
  return extname(file) === '.html';
}

async function headersOf(found: Found, { framers, policies }: Served, etag: string): Promise<Headers> {
  const isHtml = isPage(found);
  const own = found.path === WORKER_PATH ? WORKER_POLICY : undefined;
  const policy = isHtml ? await policyOf(found, policies) : own;
  return new Headers({
    'Content-Type': TYPES.get(extname(found.file)) ?? 'application/octet-stream',
    'Cache-Control': cacheControl(found.path, isHtml),
    ETag: etag,
    Vary: 'Accept-Encoding',

    'Accept-Ranges': 'bytes',
    ...pageHeaders(found.path, framers, policy),
  });
}

async function policyOf({ file, stats: { mtimeMs } }: Found, known: KnownPolicies): Promise<string> {
  const seen = known.get(file);
  if (seen?.mtimeMs === mtimeMs) return seen.policy;
  // A copy: a part of a text would keep the whole page in memory.
  const policy = Buffer.from(policyIn(await readFile(file, 'utf8'))).toString();
  known.set(file, { mtimeMs, policy });
  return policy;
}

function sendPart(c: Context, { file, stats }: Found, range: ByteRange | 'unsatisfiable', headers: Headers): Response {
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${stats.size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range;
  headers.set('Content-Range', `bytes ${start}-${end}/${stats.size}`);
  headers.set('Content-Length', String(end - start + 1));
  return new Response(c.req.method === 'HEAD' ? null : webStream(createReadStream(file, range)), {
    status: 206,
    headers,
  });
}

function webStream(stream: ReadStream): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

function cacheControl(path: string, page: boolean): string {
  if (IMMUTABLE.test(path)) return IMMUTABLE_CACHE;
  return page || path === WORKER_PATH || path === `/${MAINTENANCE_FILE}` ? PAGE_CACHE : 'public, max-age=3600';
}

async function negotiate(
  accepted: string,
  found: Found,
): Promise<{ readonly name: string; readonly file: string } | undefined> {
  for (const { name, suffix } of ENCODINGS) {
    if (!new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted)) continue;
    const file = found.file + suffix;
    if (await stat(file).catch(() => undefined)) return { name, file };
  }
  return undefined;
}

/**
 * Remembers the facts of the live release until a file of its folder is exchanged, so that its files are read once and a
 * file that is mended in its place counts at once. What cannot be read stays as it was.
 */
function rememberRelease(): (live: string) => Promise<ReleaseFacts> {
  let known: { readonly live: string; readonly stamp: string; readonly release: ReleaseFacts } | undefined;
  return async (live) => {
    const { ino, mtimeMs } = await stat(live);
    const stamp = `${ino} ${mtimeMs}`;
    const before = known?.live === live ? known : undefined;
    if (before?.stamp === stamp) return before.release;
    const maintenance = isReleaseInMaintenance(live) ?? before?.release.maintenance;
    if (maintenance === undefined) throw new Error(`${live} does not say whether the product is closed`);
    const pages = valueIn(readMovedPagesFile(live));
    const moved: Moved = pages
      ? new Map(pages.map(({ from, to }) => [from, to]))
      : (before?.release.moved ?? new Map());
    const release = { maintenance, moved, policies: before?.release.policies ?? new Map() };
    known = { live, stamp, release };
    return release;
  };
}

function landingScript(c: Context): Response {
  return c.body(LANDING_SCRIPT, 200, {
    'Content-Type': TYPES.get('.js') as string,
    'Cache-Control': cacheControl(LANDING_SCRIPT_PATH, false),
    ...pageHeaders(LANDING_SCRIPT_PATH, []),
  });
}

function notReady(c: Context): Response {
  const headers = { 'Retry-After': '10', ...pageHeaders('/', []) };
  const body = html`<p><span lang="es">Estamos preparando la página.</span> / The site is being prepared.</p>`;
  return c.html(String(htmlPage({ title: 'Mañay', body })), 503, headers);
}
