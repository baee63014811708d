import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { VISITOR_FORM_PATH } from '#api/visitor-request-form.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { HAS_NGINX, type RunningNginx, startNginx } from '#tests/support/nginx.ts';
import { askRaw, MOST_HEAD_BYTES, type RawAnswer } from '#tests/support/raw-head.ts';

const GZIP = { 'accept-encoding': 'gzip' };
const ERROR_PAGE = /(?:404|500)(?:\.html|\/)$/;

/** Every page of the live release, and files of each way to be compressed. */
function pathsOf(dataDir: string): string[] {
  const release = join(dataDir, 'releases/current');
  const files = readdirSync(release, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html')).map((file) => `/${file.replace(/index\.html$/, '')}`);
  const asset = files.find((file) => /^_astro\/.*\.js$/.test(file));
  return [
    ...pages,
    `/${asset}`,
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/api/v1/public/places?within=PE',
    '/api/docs',
  ];
}

/** As a browser without script posts a form. */
function multipart(fields: Readonly<Record<string, unknown>>) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { accept: 'text/html', 'content-type': 'multipart/form-data; boundary=part' };
  return { method: 'POST', headers, body: `${parts.join('')}--part--\r\n` };
}

function expectShort(path: string, answer: RawAnswer): void {
  expect(answer.headBytes, `the head of ${path}`).toBeLessThanOrEqual(MOST_HEAD_BYTES);
}

test.describe.configure({ mode: 'serial' });

let nginx: RunningNginx;
let dataDir = '';

// biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
test.beforeAll(async ({}, { project }) => {
  dataDir = String(project.metadata['dataDir']);
  const { port } = new URL(String(project.use.baseURL));
  if (HAS_NGINX) nginx = await startNginx(Number(port));
});
test.afterAll(() => nginx?.stop());

// biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
test('no page has a head that a proxy refuses, with tag managers neither', async ({}, { project }) => {
  const sites = [
    [String(project.use.baseURL), dataDir],
    [String(project.metadata['elsewhere']), String(project.metadata['dataDirElsewhere'])],
  ] as const;
  for (const [site, folder] of sites) {
    for (const path of pathsOf(folder)) expectShort(path, await askRaw(`${site}${path}`, { headers: GZIP }));
  }
});

test('behind nginx every page is there, and a cache gives what is compressed to nobody who cannot read it', async () => {
  if (!HAS_NGINX) return;
  for (const path of pathsOf(dataDir)) {
    const packed = await askRaw(`${nginx.cache}${path}`, { headers: GZIP });
    expect(packed.status, path).toBe(ERROR_PAGE.test(path) ? 404 : 200);
    expectShort(path, packed);
    const bare = await askRaw(`${nginx.cache}${path}`);
    expect(bare.header('content-encoding'), path).toBeUndefined();
    expect((await askRaw(`${nginx.cache}${path}`, { headers: GZIP })).body.equals(packed.body), path).toBe(true);
    const again = { 'if-none-match': packed.header('etag') ?? '', ...GZIP };
    const unchanged = await askRaw(`${nginx.secure}${path}`, { headers: again });
    const encoded = [packed, unchanged].filter(
      ({ header }) => header('content-encoding') || packed.header('content-encoding'),
    );
    for (const { header } of encoded) expect(header('vary')?.toLowerCase(), path).toContain('accept-encoding');
  }
  expect((await askRaw(`${nginx.cache}/`)).header('x-cache')).toBe('HIT');
});

test('behind nginx the forms are answered without script, and the complaint sheet opens', async () => {
  if (!HAS_NGINX) return;
  const ticked = { declaration: 'on', consent: 'on' };
  const complaint = { ...aComplaint({ detail: `Detrás de un proxy, ${Date.now()}.`, ...ticked }), locale: 'es' };
  const post = (path: string, fields: Readonly<Record<string, unknown>>) =>
    askRaw(nginx.secure + path, multipart(fields));
  const book = '/libro-de-reclamaciones/hoja/nueva';
  for (const [path, fields] of [
    [book, { ...complaint, documentNumber: '12' }],
    [VISITOR_FORM_PATH, { type: 'ACCESS' }],
    ['/libro-de-reclamaciones/hoja/', { code: 'x', key: 'y' }],
    ['/libro-de-reclamaciones/hoja/', { code: 'LR-2026-999999', key: '7KQ2-M9XA-0B3D-WZ5T-HN8C' }],
  ] as const) {
    const refused = await post(path, fields);
    expect([400, 404], `${path} ${refused.status}`).toContain(refused.status);
    expect(refused.header('content-type')).toContain('text/html');
    expectShort(path, refused);
  }
  const filed = await post(book, complaint);
  expect(filed.status).toBe(303);
  const cookie = filed.cookies.map((text) => text.split(';')[0]).join('; ');
  const sheet = await askRaw(`${nginx.secure}${filed.header('location')}`, { headers: { cookie } });
  expect([sheet.status, sheet.body.toString()]).toEqual([200, expect.stringMatching(/LR-\d{4}-\d{6}/)]);
  expectShort('the sheet', sheet);
});

test('nginx leads pages to TLS, refuses programs without it, hides what is inside, and says what is too large', async () => {
  if (!HAS_NGINX) return;
  expect(await askRaw(`${nginx.plain}/tarifas/?a=1`)).toMatchObject({ status: 308 });
  for (const path of ['/api', '/api/v1/auth/sign-in', '/hooks/storyblok'])
    expect((await askRaw(nginx.plain + path)).status, path).toBe(403);
  for (const path of [
    '/operator/releases',
    '/metrics',
    '/healthz',
    '/desk/sign-in',
    '/readyz',
    '/editor/',
    '/sandbox',
    '/content/v2',
    '/api/v1/staff/tasks',
  ]) {
    const hidden = await askRaw(nginx.secure + path);
    expect(hidden.status, path).toBe(404);
    expect(hidden.header('content-security-policy'), path).toContain("default-src 'none'");
  }
  const length = { 'content-length': String(18 * 1024 * 1024), expect: '100-continue' };
  const large = await askRaw(`${nginx.secure}/api/v1/public/offer`, { method: 'POST', headers: length });
  expect([large.status, large.body.toString()]).toEqual([413, expect.stringContaining('body_too_large')]);
});
