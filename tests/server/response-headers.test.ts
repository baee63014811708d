import { connect } from 'node:net';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { staticSite } from '#server/kit/static-files.ts';
import type { Tables } from '#server/kit/tables.ts';
import { lenderGateways } from '#server/lending/gateways/open-gateways.ts';
import { allBlockSchemas } from '#server/publishing/block-schemas.ts';
import { createPreview } from '#server/publishing/preview/preview.ts';
import { openPublishing, type Publishing } from '#server/publishing/publisher/publishing-role.ts';
import { openEditor } from '#server/publishing/sandbox/editor/editor.ts';
import { toComponent } from '#storyblok/block-schema.ts';
import { page, releaseSite, SMALL_SITE, sharedScratchDir, writeSite } from '#tests/support/browser/site.ts';
import { clockAt } from '#tests/support/clock.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import { createTestLending } from '#tests/support/lending/lending-app.ts';
import { type ContentSpace, openContentSpace, PREVIEW_TOKEN } from '#tests/support/publishing/content-space.ts';
import { publishEnvironment } from '#tests/support/publishing/publish-environment.ts';
import { INFO } from '#tests/support/publishing/release-info.ts';
import { askRaw, MOST_HEAD_BYTES } from '#tests/support/raw-head.ts';

const HOST = '127.0.0.1';
const TOKEN = 'an operator token of some length';
const FRAMER = 'https://partner.pe';
const ROLES = ['lending', 'site', 'empty', 'broken', 'publisher', 'content', 'editor', 'preview'] as const;
/** Each on a port of its own, as its process serves it: through `listen`. */
type Role = (typeof ROLES)[number];

let db: Database<Tables>;
let space: ContentSpace;
let publishing: Publishing;
const servers = new Map<Role, RunningServer>();

beforeAll(async () => {
  // Hono tells the console of the fault that a test wants.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const dir = await sharedScratchDir();
  const releasesDir = join(dir, 'releases');
  const pages = Object.fromEntries(
    Object.entries(SMALL_SITE).map(([file, text]) => [
      file,
      text.replace(/content="default-src[^"]*"/, `content="${POLICY}"`),
    ]),
  );
  await writeSite(join(dir, 'dist'), { ...pages, 'calculatoripl/index.html': page('framed', POLICY), ...FILES });
  await releaseSite({ distDir: join(dir, 'dist'), releasesDir, info: INFO });
  db = await openTestDatabase();
  const gateways = lenderGateways({}, { host: HOST, port: 1, sandbox: true, clock: clockAt('2026-01-15') });
  const limits = { visitorLimit: { perMinute: 1, burst: 1 } };
  const lending = createTestLending(db, { sandbox: true, operatorToken: TOKEN, gateways, ...limits });
  space = await openContentSpace([{ full_slug: 'home', content: { component: 'page', seo_title: 'Inicio' } }]);
  const schemas = await allBlockSchemas();
  const editor = openEditor({
    editing: space.service.editing,
    components: (locale) => schemas.map((schema) => toComponent(schema, locale)),
    operatorToken: TOKEN,
    checkStory: () => [],
    publisher: () => Promise.resolve({ live: undefined, paused: false, failure: undefined, heldBack: [] }),
  });
  publishing = openPublishing({
    env: publishEnvironment({ dataDir: dir, contentApiUrl: 'http://127.0.0.1:9/v2', lendingUrl: 'http://127.0.0.1:9' }),
    webhook: { secret: 'secret', pathKey: undefined },
    operatorToken: TOKEN,
    onResult: () => undefined,
    onAlert: () => undefined,
  });
  const { app: preview } = createPreview({
    contentApiUrl: space.apiUrl,
    previewToken: PREVIEW_TOKEN,
    lendingUrl: 'http://127.0.0.1:9',
    base: '',
    dataDir: dir,
    isStoryblok: true,
    loadRender: () => Promise.reject(new Error('no page')),
  });
  const apps: Record<Role, { fetch: (request: Request, env: never) => Response | Promise<Response> }> = {
    lending: lending.app,
    site: staticSite({ releasesDir, framers: [FRAMER] }),
    empty: staticSite({ releasesDir: join(dir, 'nothing') }),
    broken: new Hono().get('/*', () => Promise.reject(new Error('a fault of ours'))),
    publisher: publishing.routes,
    content: space.service.app,
    editor: editor.app,
    preview,
  };
  for (const role of ROLES) servers.set(role, await listen(apps[role], { host: HOST, port: 0 }));
});
afterAll(async () => {
  vi.restoreAllMocks();
  for (const server of servers.values()) await server.close();
  await publishing?.stop();
  await space?.close();
  await db?.close();
});

const POLICY = "default-src 'none'; script-src 'self'; form-action 'self'; base-uri 'none'";
/** A file of each type that a site has. */
const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  ['css', 'json', 'svg', 'png', 'jpg', 'webp', 'avif', 'ico', 'woff2', 'txt', 'xml', 'webmanifest'].map((type) => [
    `images/a.${type}`,
    'a',
  ]),
);

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests to each role, and the status that makes it this kind of response. */
const RESPONSES: readonly (readonly [Role, string, number, Asked?])[] = [
  ['site', '/', 200],
  ['site', '/', 206, { headers: { range: 'bytes=0-4' } }],
  ['site', '/', 416, { headers: { range: 'bytes=999999-' } }],
  ['site', '/', 304, { headers: { 'if-none-match': 'its own' } }],
  ['site', '/_astro/a.B1.js', 304, { headers: { 'if-none-match': 'its own' } }],
  ['site', '/', 405, { method: 'POST' }],
  ['site', '/preguntas', 308],
  ['site', '/preguntas/', 200],
  ['site', '/preguntas/', 200, { method: 'HEAD' }],
  ['site', '/preguntas/', 304, { headers: { 'if-none-match': 'its own' } }],
  ['site', '/preguntas/', 206, { headers: { range: 'bytes=0-4' } }],
  ['site', '/nowhere/', 404],
  ['site', '/en/nowhere.js', 404],
  ['site', '/%2e%2e%2frelease.json', 404],
  ['site', '/calculatoripl/', 200],
  ['site', '/_astro/a.B1.js', 200],
  ...Object.keys(FILES).map((file) => ['site', `/${file}`, 200] as const),
  ['empty', '/', 503],
  ['broken', '/', 500],
  ['publisher', '/hooks/storyblok', 401, { method: 'POST', body: '{}' }],
  ['publisher', '/hooks/storyblok', 413, { method: 'POST', body: 'x'.repeat(70_000) }],
  ['publisher', '/hooks/storyblok/some-key', 404, { method: 'POST' }],
  ['publisher', '/operator/releases', 401],
  ['publisher', '/operator/releases', 200, { headers: { authorization: `Bearer ${TOKEN}` } }],
  ['publisher', '/metrics', 200],
  ['publisher', '/nothing', 404],
  ['content', '/v2/cdn/stories?token=none', 401],
  ['content', '/v2/cdn/stories?token=public-token', 301],
  ['content', '/v2/cdn/stories?token=public-token&cv=1', 200],
  ['content', '/v2/cdn/nothing', 404],
  ['editor', '/editor', 308],
  ['editor', '/editor/', 303],
  ['editor', '/editor/sign-in', 200],
  ['editor', '/editor/sign-in/wrong', 403],
  ['editor', '/editor/editor.css', 200],
  ['editor', '/editor/editor.js', 200],
  ['editor', '/editor/sign-in', 413, { method: 'POST', body: 'x'.repeat(9_000_000) }],
  ['preview', '/', 403],
  ['preview', '/_preview/nothing.js', 403],
  ['lending', '/healthz', 200],
  ['lending', '/livez', 200],
  ['lending', '/readyz', 200],
  ['lending', '/api/v1/staff/operations/metrics', 401],
  ['lending', '/api/docs', 200],
  ['lending', '/api/docs/style.css', 200],
  ['lending', '/api/v1/openapi.json', 200],
  ['lending', '/api/nothing', 404],
  ['lending', '/api/v1/webhooks/pagoefectivo', 401, { method: 'POST', body: '{}' }],
  ['lending', '/api/v1/staff/tasks', 401],
  ['lending', '/sandbox', 200],
  ['lending', '/sandbox/style.css', 200],
  ['lending', '/sandbox/outbox', 200],
  ['lending', '/sandbox/nothing', 404],
  ['lending', '/nothing', 404],
  ['lending', '/api/v1/auth/not-me?token=x', 410],
  ['lending', '/libro-de-reclamaciones/LR-2026-000001', 404],
];

async function ask(role: Role, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Response> {
  const url = `http://${HOST}:${servers.get(role)?.port}${path}`;
  const own = 'if-none-match' in headers ? { 'if-none-match': (await fetch(url)).headers.get('etag') ?? '' } : {};
  const sent = { ...headers, ...own };
  return fetch(url, { method, redirect: 'manual', headers: sent, ...(body !== undefined && { body }) });
}

/**
 * Names the origins that may frame a page: partners one of the site, Storyblok's app the drafts. Everything else is for no frame.
 */
function framersOf(role: Role, path: string): string {
  if (role === 'preview') return 'https://app.storyblok.com';
  return role === 'site' && path === '/calculatoripl/' ? FRAMER : "'none'";
}

/** Expects what every response must have, whatever it is. */
function expectSafe({ status, headers }: Pick<Response, 'status' | 'headers'>, framers = "'none'"): void {
  const policy = headers.get('content-security-policy') ?? '';
  expect(headers.get('strict-transport-security')).toMatch(
    /^max-age=(?:3153[6-9]|[4-9]\d{4})\d{3,}; includeSubDomains$/,
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toMatch(/^(?:no-referrer|same-origin|strict-origin-when-cross-origin)$/);
  expect(headers.get('cache-control')).not.toBeNull();
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).toMatch(/(?:^|; )base-uri 'none'(?:;|$)/);
  expect(policy).toMatch(/(?:^|; )form-action (?:'none'|'self'[^;]*)(?:;|$)/);
  expect(policy).not.toContain("'unsafe-eval'");
  expect(policy.match(/frame-ancestors [^;]*/g)).toEqual([`frame-ancestors ${framers}`]);
  expect(headers.get('cross-origin-resource-policy')).toBe(framers === FRAMER ? 'cross-origin' : 'same-origin');
  if (status === 204 || status === 304 || status === 101) return;
  const type = headers.get('content-type');
  const hasBody = headers.get('content-length') !== '0' && !(status >= 300 && status < 400);
  if (hasBody) expect(type).not.toBeNull();
  // JSON is UTF-8 by its own definition; text, XML and scripts say so.
  if (type && /^text\/|xml\b|javascript/.test(type)) expect(type.toLowerCase()).toContain('charset=utf-8');
}

test.each(RESPONSES.map(([role, path, status, asked]) => ({ role, path, status, asked })))(
  'the answer of $role to $path with status $status has every safe header',
  { tags: ['asvs-3.2.1', 'asvs-3.4.1', 'asvs-3.4.4', 'asvs-3.4.5', 'asvs-3.4.6'] },
  async ({ role, path, status, asked }) => {
    const response = await ask(role, path, asked);
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    expectSafe(response, framersOf(role, path));
    // Addresses of the API carry secrets of links.
    if (role === 'lending') expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const url = `http://${HOST}:${servers.get(role)?.port}${path}`;
    expect((await askRaw(url, asked)).headBytes).toBeLessThanOrEqual(MOST_HEAD_BYTES);
    // What has an encoding for some says so in every answer: a cache that visitors share asks again for the others.
    const packed = await askRaw(url, { headers: { 'accept-encoding': 'gzip' } });
    if (packed.header('content-encoding')) expect(response.headers.get('vary')).toContain('Accept-Encoding');
  },
);

test('every endpoint answers a stranger with every safe header, and other methods too', {
  tags: ['asvs-3.4.1', 'asvs-3.4.4', 'asvs-3.4.5', 'asvs-3.4.6'],
}, async () => {
  for (const { method, path } of ENDPOINTS) {
    const address = path.replace(/\{\w+\}/g, 'x');
    for (const verb of new Set([method, 'GET', 'PUT'])) {
      const response = await ask('lending', address, { method: verb });
      await response.arrayBuffer();
      expectSafe(response);
    }
  }
});

test.each([
  ['bytes that are no request', 'nonsense\r\n\r\n', 400],
  ['a request without a host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['headers that are too long', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['an expectation that nobody meets', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n', 417],
])(
  'Node itself answers %s with the safe headers',
  { tags: ['asvs-3.4.1', 'asvs-3.4.4', 'asvs-3.4.5', 'asvs-3.4.6'] },
  async (_, bytes, status) => {
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(servers.get('site')?.port ?? 0, HOST, () => socket.write(bytes));
      socket.on('data', (data) => {
        received += data;
        if (received.includes('\r\n\r\n')) socket.destroy();
      });
      socket.on('close', () => resolve(received)).on('error', reject);
    });
    const [first = '', ...lines] = text.split('\r\n\r\n')[0]?.split('\r\n') ?? [];
    expect(first).toContain(`HTTP/1.1 ${status} `);
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    headers.set('content-length', '0');
    expectSafe({ status, headers });
  },
);
