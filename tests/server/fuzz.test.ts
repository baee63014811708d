import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { staticSite } from '#server/kit/static-files.ts';
import { lenderGateways } from '#server/lending/gateways/open-gateways.ts';
import { allBlockSchemas } from '#server/publishing/block-schemas.ts';
import { signedPreviewPath } from '#server/publishing/preview/editor-token.ts';
import { createPreview } from '#server/publishing/preview/preview.ts';
import { openPublishing, type Publishing } from '#server/publishing/publisher/publishing-role.ts';
import { openContentService } from '#server/publishing/sandbox/content-service/content-service.ts';
import { openEditor } from '#server/publishing/sandbox/editor/editor.ts';
import { textDatasources } from '#server/publishing/text-datasources.ts';
import { toComponent } from '#storyblok/block-schema.ts';
import { changeParameter, openTestDatabase } from '#tests/support/database/database.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import { createTestLending, type TestLending } from '#tests/support/lending/lending-app.ts';
import { requestTo } from '#tests/support/lending/request-arbitrary.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { publishEnvironment } from '#tests/support/publishing/publish-environment.ts';
import { type SentRequest, sendOver, writeRaw } from '#tests/support/raw-http.ts';
import { type KnownFields, requestToRoute, type ServedRoute } from '#tests/support/route-arbitrary.ts';

/** Requests over sockets against every role and as everybody (quality A-6): only in the full run (tests/scope.ts). */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_115);
const AT_ONCE = 8;
const NO_LIMIT = { perMinute: 100_000_000, burst: 100_000_000 };
/**
 * Memory that a process may have grown to when all requests are answered, in times of what it had after the first
 * tenth.
 */
const MEMORY_FACTOR = 2;
const SEED_STORIES = 'src/server/publishing/sandbox/content-service/seed';
const NOWHERE = 'http://127.0.0.1:9';

/** The share of the requests that each role gets. */
const SHARES = { lending: 0.7, site: 0.06, publisher: 0.06, editor: 0.06, preview: 0.06, content: 0.06 } as const;
type Role = keyof typeof SHARES;
const ROLES = Object.keys(SHARES) as Role[];

/** They take minutes, and what they do has tests of its own. */
const NOT_ASKED = /\/operator\/(?:publish|snapshot)$|\/close-of-business$|\/business-date$/;

interface OpenRole {
  readonly server: RunningServer;
  readonly routes: readonly ServedRoute[];
  /** Headers of everybody who can ask, nobody known first. */
  readonly identities: readonly Readonly<Record<string, string>>[];
  /** The hidden field without which a form of the role is refused. */
  readonly csrf?: string;
}

let folder: string;
let lending: TestLending;
let publishing: Publishing;
let client: Readonly<Record<string, string>>;
const roles = new Map<Role, OpenRole>();

async function open(
  role: Role,
  app: {
    readonly fetch: (request: Request, env: never) => Response | Promise<Response>;
    readonly routes: readonly ServedRoute[];
  },
  identities: readonly Readonly<Record<string, string>>[] = [],
): Promise<OpenRole> {
  const server = await listen(app as never, { host: '127.0.0.1', port: 0 });
  const known = app.routes.filter(({ method, path }) => method !== 'ALL' && !NOT_ASKED.test(path));
  const routes = [...known, { method: 'GET', path: '/*' }, { method: 'POST', path: '/*' }];
  const opened = { server, routes, identities: [{}, ...identities] };
  roles.set(role, opened);
  return opened;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manay-fuzz-'));
  await openLending();
  await openSite();
  await openContentRoles();
});
afterAll(async () => {
  await publishing?.stop();
  for (const { server } of roles.values()) await server.close();
  await lending?.db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openLending(): Promise<void> {
  const db = await openTestDatabase();
  await changeParameter(db, { kind: 'rate_limit', key: 'public-offer', from: '2026-01-02', value: NO_LIMIT });
  const gateways = lenderGateways({}, {
    sandbox: true,
    host: '127.0.0.1',
    port: 9,
    clock: { businessDate: () => '2026-01-15' },
  } as never);
  lending = createTestLending(db, {
    parameterMaxAgeMs: 1000,
    visitorLimit: NO_LIMIT,
    operatorToken: OPERATOR_TOKEN,
    sandbox: true,
    gateways,
  });
  ({ headers: client } = await aBorrower(lending, { stepUp: 'everything' }));
  const operator = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Operator': 'Ana' };
  await open('lending', lending.app, [client, operator]);
}

async function openSite(): Promise<void> {
  const release = join(folder, 'releases/000001-1-abc');
  mkdirSync(join(release, 'tarifas'), { recursive: true });
  writeFileSync(join(release, 'release.json'), JSON.stringify({ maintenance: false }));
  for (const page of ['index.html', '404.html', '500.html', 'tarifas/index.html'])
    writeFileSync(join(release, page), '<p>');
  symlinkSync('000001-1-abc', join(folder, 'releases/current'));
  await open('site', staticSite({ releasesDir: join(folder, 'releases'), landingHosts: ['landing.example'] }));
}

async function openContentRoles(): Promise<void> {
  const tokens = { publicToken: 'public', previewToken: 'preview' };
  const datasources = async () => textDatasources();
  const service = await openContentService({
    seedDir: SEED_STORIES,
    datasources,
    stateDir: join(folder, 'state'),
    ...tokens,
  });
  const content = await open('content', service.app);
  const contentApiUrl = `http://127.0.0.1:${content.server.port}/v2`;

  const schemas = await allBlockSchemas();
  const editor = openEditor({
    editing: service.editing,
    components: (locale) => schemas.map((schema) => toComponent(schema, locale)),
    operatorToken: OPERATOR_TOKEN,
    checkStory: () => [],
    publisher: () => Promise.resolve({ live: undefined, paused: false, failure: undefined, heldBack: [] }),
  });
  const entered = await editor.app.request(editor.signInPath);
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { stories } = await service.editing.list();
  const uuid = stories[0]?.draft.uuid ?? '';
  const page = await (await editor.app.request(`/editor/stories/${uuid}/`, { headers: { cookie } })).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(csrf).not.toBe('');
  const opened = await open('editor', editor.app, [{ Cookie: cookie }]);
  const oneStory = opened.routes.map(({ method, path }) => ({ method, path: path.replace(':uuid', uuid) }));
  roles.set('editor', { ...opened, routes: [...opened.routes, ...oneStory], csrf });

  const { app: preview } = createPreview({
    contentApiUrl,
    previewToken: 'preview',
    lendingUrl: `http://127.0.0.1:${roles.get('lending')?.server.port}`,
    base: '',
    dataDir: folder,
    isStoryblok: true,
    loadRender: () => Promise.resolve(() => Promise.resolve(new Response('<main>'))),
  });
  const path = signedPreviewPath('/', {
    spaceId: service.editing ? 1 : 0,
    previewToken: 'preview',
    nowS: Math.floor(Date.now() / 1000),
  });
  const pass = (await preview.request(path)).headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(pass).not.toBe('');
  await open('preview', preview, [{ Cookie: pass }]);

  publishing = openPublishing({
    env: publishEnvironment({ dataDir: folder, contentApiUrl, lendingUrl: NOWHERE }),
    webhook: { secret: 'secret', pathKey: 'a-key-of-some-length' },
    operatorToken: OPERATOR_TOKEN,
    onResult: () => undefined,
    onAlert: () => undefined,
  });
  await open('publisher', publishing.routes, [{ Authorization: `Bearer ${OPERATOR_TOKEN}` }]);
}

/** Requests for a role in their order; the same seed gives the same ones, as far as refusals teach the same fields. */
function* requestsFor(
  role: Role,
  count: number,
  fields: KnownFields,
): Generator<{ readonly route: string; readonly sent: SentRequest }> {
  const { routes, identities, csrf } = roles.get(role) as OpenRole;
  const perRoute = 25;
  for (let made = 0, round = 0; made < count; round += 1) {
    const route = routes[round % routes.length] as ServedRoute;
    const name = `${route.method} ${route.path}`;
    const seed = SEED + round;
    const endpoint =
      role === 'lending' &&
      ENDPOINTS.find(({ method, path }) => method === route.method && path.replace(/\{(\w+)\}/g, ':$1') === route.path);
    const shaped: readonly SentRequest[] = endpoint
      ? fc
          .sample(requestTo(endpoint), { numRuns: perRoute, seed })
          .map((sent) => ({ ...sent, headers: { ...sent.headers, ...client } }))
      : [];
    const odd = fc.sample(requestToRoute(route, fields.get(name) ?? new Set()), { numRuns: perRoute, seed });
    const asked = odd.map((sent, at) => ({
      ...sent,
      headers: { ...sent.headers, ...identities[at % identities.length] },
    }));
    for (const [at, sent] of [...shaped, ...asked].entries()) {
      if (made === count) return;
      made += 1;
      const withToken = csrf !== undefined && sent.body !== undefined && at % 3 > 0;
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const form = {
        body: `csrf=${csrf}&draft=x&command=${encodeURIComponent(String(sent.body).slice(0, 500).toWellFormed())}`,
      };
      yield { route: name, sent: withToken ? { ...sent, ...form, headers: { ...sent.headers, ...type } } : sent };
    }
  }
}

/** Field names that a refusal names are asked for the next time. */
function learn(fields: KnownFields, route: string, text: string): void {
  if (!text.includes('"fieldErrors"')) return;
  const known = fields.get(route) ?? new Set<string>();
  fields.set(route, known);
  for (const [, name = ''] of text.matchAll(/"field":"([A-Za-z]{1,30})"/g)) if (known.size < 20) known.add(name);
}

describe('generated requests over sockets', () => {
  const afterATenth: number[] = [];
  let answered = 0;
  const statuses = new Map<number, number>();

  test.each(ROLES)(
    'the %s role has an answer to every request, never a failure of ours',
    async (role) => {
      const { server } = roles.get(role) as OpenRole;
      const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
      const fields: KnownFields = new Map();
      const failed: string[] = [];
      const requests = requestsFor(role, Math.ceil(REQUESTS * SHARES[role]), fields);
      const ask = async (): Promise<void> => {
        for (const { route, sent } of requests) {
          const { status, text } = await sendOver(agent, server.port, sanitised(sent)).catch((error: Error) => ({
            status: 599,
            text: error.message,
          }));
          answered += 1;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (answered === Math.ceil(REQUESTS / 10)) afterATenth.push(process.memoryUsage().rss);
          learn(fields, route, text);
          if (status >= 500 && failed.length < 20)
            failed.push(`${status} ${route}: ${JSON.stringify(sent).slice(0, 700)} → ${text.slice(0, 200)}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      agent.destroy();
      expect(failed).toEqual([]);
    },
    3_600_000,
  );

  test('all of them were answered, in every way there is, and the process has not grown', () => {
    expect(answered).toBeGreaterThanOrEqual(REQUESTS);
    if (REQUESTS >= 10_000) {
      for (const status of [200, 201, 202, 303, 304, 400, 401, 403, 404, 405, 409, 413, 415])
        expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
    }
    expect(process.memoryUsage().rss).toBeLessThan((afterATenth[0] ?? 0) * MEMORY_FACTOR);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

/** Node's own client refuses to send some characters; those come raw below. */
function sanitised(sent: SentRequest): SentRequest {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const path = sent.path.replace(/[\u0000-\u0020\u007f-\uffff]/g, (odd) => encodeURIComponent(odd.toWellFormed()));
  const headers = Object.entries(sent.headers).map(([name, value]) => [
    name,
    value.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?'),
  ]);
  return { ...sent, path, headers: Object.fromEntries(headers) };
}

describe.each(ROLES)('raw bytes to the %s role', (role) => {
  const portOf = (): number => (roles.get(role) as OpenRole).server.port;

  test.each([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
    ['a request line that is none', 'GET\r\n\r\n', 400],
    ['a NUL in the path', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\n X: b\r\n\r\n', 400],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length : 1\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['chunks of no length', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['an unknown encoding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n', 400],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['two thousand headers', `GET / HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(4_000)}\r\n`, 431],
  ])('%s is refused, and the connection ends', async (_, bytes, status) => {
    const { text, isClosed } = await writeRaw(portOf(), bytes, 10_000);
    // A body whose end is in doubt may be refused after an answer to what came before it: never with a second request.
    expect(text.match(/^HTTP\/1\.1 (\d{3})/m)?.[1] ?? '400').toMatch(
      role === 'lending' || status === 431 ? String(status) : /^4\d\d$/,
    );
    expect(isClosed).toBe(true);
  });

  test('requests that come before the answers to others are answered one by one', async () => {
    const one = 'GET /nothing-here/constructor HTTP/1.1\r\nHost: a\r\n\r\n';
    const last = one.replace('Host: a', 'Host: a\r\nConnection: close');
    const { text, isClosed } = await writeRaw(portOf(), one.repeat(19) + last, 10_000);
    expect(text.match(/HTTP\/1\.1 [34]\d\d/g)).toHaveLength(20);
    expect(isClosed).toBe(true);
  });
});

test('half a request does not hold a connection for long: headers must come within seconds', async () => {
  const all = [...roles.values()].map(({ server }) =>
    writeRaw(server.port, 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', 60_000),
  );
  for (const { isClosed, text } of await Promise.all(all)) {
    expect(isClosed).toBe(true);
    expect(text).toContain('408');
  }
}, 90_000);
