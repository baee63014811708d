import { createReadStream, type Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';

/** Names carry a digest of the content: never asked for twice. */
const IMMUTABLE = /^\/(_astro|fonts)\//;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;
const RETRY_MAINTENANCE_S = 600;
/** The complaints book is open in maintenance too (domain 2.21). */
const ALWAYS_OPEN = /^\/(?:en\/)?libro-de-reclamaciones\//;

interface SiteRelease {
  readonly policy: string;
  readonly maintenance: boolean;
}

interface Found {
  readonly path: string;
  readonly file: string;
  readonly stats: Stats;
}

/**
 * Serves the live release: directory URLs with a slash (the other form answers 308), compressed files made at release,
 * revalidated pages and immutable assets. Scripts of earlier releases stay reachable for tabs that are still open.
 */
export function staticSite(options: { readonly releasesDir: string }): Hono {
  const { releasesDir } = options;
  const releaseOf = rememberRelease();
  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const live = await realpath(join(releasesDir, 'current')).catch(() => undefined);
    if (!live) return notReady(c);
    const path = cleanPath(c.req.path);
    const release = await releaseOf(live);
    const found = path === undefined ? undefined : await find(releasesDir, live, path);
    if (found === 'directory') {
      const { search } = new URL(c.req.url);
      return c.redirect(`${path}/${search}`, 308);
    }
    if (found) return send(c, found, release, 200);
    const language = path?.startsWith('/en/') ? '/en' : '';
    const missing = (await locate(live, `${language}/404/index.html`)) ?? (await locate(live, '/404.html'));
    return missing ? send(c, missing, release, 404) : c.text('Not found', 404);
  });
  app.all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }));
  return app;
}

/** The path decoded once; undefined when it tries to leave the site or cannot be a file. */
function cleanPath(path: string): string | undefined {
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
  // What the server and not the visitor reads.
  if (path === '/release.json' || path.endsWith('.br') || path.endsWith('.gz')) return undefined;
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

async function send(c: Context, found: Found, release: SiteRelease, status: 200 | 404): Promise<Response> {
  const extension = extname(found.file);
  const isPage = extension === '.html';
  const down = isPage && release.maintenance && !ALWAYS_OPEN.test(found.path);
  const encoded = await negotiate(c.req.header('accept-encoding') ?? '', found);
  const etag = `"${found.stats.size.toString(36)}-${Math.round(found.stats.mtimeMs).toString(36)}${encoded?.name ?? ''}"`;
  const headers = new Headers({
    'Content-Type': TYPES[extension] ?? 'application/octet-stream',
    'Cache-Control': cacheControl(found.path, isPage),
    ETag: etag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  if (isPage) for (const [name, value] of Object.entries(pageHeaders(release.policy))) headers.set(name, value);
  if (down) headers.set('Retry-After', String(RETRY_MAINTENANCE_S));
  if (status === 200 && !down && c.req.header('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  headers.set('Content-Length', String(encoded?.size ?? found.stats.size));
  if (encoded) headers.set('Content-Encoding', encoded.name);
  const body = c.req.method === 'HEAD' ? null : stream(encoded?.file ?? found.file);
  return new Response(body, { status: down ? 503 : status, headers });
}

function stream(file: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
}

function cacheControl(path: string, isPage: boolean): string {
  if (IMMUTABLE.test(path)) return 'public, max-age=31536000, immutable';
  return isPage ? 'public, no-cache' : 'public, max-age=3600';
}

async function negotiate(
  accepted: string,
  found: Found,
): Promise<{ readonly name: string; readonly file: string; readonly size: number } | undefined> {
  for (const { name, suffix } of ENCODINGS) {
    if (!new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted)) continue;
    const file = found.file + suffix;
    const stats = await stat(file).catch(() => undefined);
    if (stats) return { name, file, size: stats.size };
  }
  return undefined;
}

/** The headers of every document. `frame-ancestors` works in a header only, so it is added to the pages' own policy. */
export function pageHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': [policy, "frame-ancestors 'none'"].filter(Boolean).join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  };
}

/** `release.json` is read once per release. */
function rememberRelease(): (live: string) => Promise<SiteRelease> {
  let known: { readonly live: string; readonly release: SiteRelease } | undefined;
  return async (live) => {
    if (known?.live === live) return known.release;
    const release = JSON.parse(await readFile(join(live, 'release.json'), 'utf8')) as SiteRelease;
    known = { live, release };
    return release;
  };
}

function notReady(c: Context): Response {
  const headers = { 'Retry-After': '10', ...pageHeaders("default-src 'none'") };
  return c.html(
    '<!doctype html><title>Mañay</title><p>Estamos preparando la página. / The site is being prepared.',
    503,
    headers,
  );
}
