import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fetchedPages, releasePages } from '#server/lending/pages/page-source.ts';
import { page } from '#tests/support/browser/site.ts';
import {
  asForm,
  file,
  followed,
  postForm,
  someCaller,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';

const folder = mkdtempSync(join(tmpdir(), 'manay-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('pages come from the live release with their own policy', async () => {
  const source = releasePages(folder);
  expect(await source.read('/libro-de-reclamaciones/')).toBeUndefined();
  mkdirSync(join(folder, '000001/libro-de-reclamaciones'), { recursive: true });
  const html = page('<p>form', "default-src 'none'");
  writeFileSync(join(folder, '000001/libro-de-reclamaciones/index.html'), html);
  symlinkSync('000001', join(folder, 'current'));
  expect(await source.read('/libro-de-reclamaciones/')).toEqual({
    html,
    policy: "default-src 'none'; frame-ancestors 'none'",
  });
  expect(await source.read('/elsewhere/')).toBeUndefined();
});

test('without a shared disk the site is asked, once a minute, and its last copy outlives it', async () => {
  const asked: string[] = [];
  let up = true;
  const source = fetchedPages('https://manay.example', (address) => {
    asked.push(String(address));
    if (!up) return Promise.reject(new Error('away'));
    return Promise.resolve(new Response('<p>form', { headers: { 'content-security-policy': "default-src 'self'" } }));
  });
  expect(await source.read('/a/')).toEqual({ html: '<p>form', policy: "default-src 'self'" });
  await source.read('/a/');
  expect(asked).toEqual(['https://manay.example/a/']);
  up = false;
  expect(await source.read('/b/')).toBeUndefined();
});

const bare = withComplaintsBook({ pages: { read: () => Promise.resolve(undefined) } });

test('while the site is not there, the book works on bare pages', async () => {
  const wrong = await postForm(bare, asForm({ firstName: '' }));
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('lo que escribiste sigue ahí');
  const filed = await postForm(bare);
  const html = await (await followed(bare, filed)).text();
  expect(html).toContain('LR-2026-000001');
  expect(html).toContain('21/04/2026');
  const { code } = await file(bare);
  const lost = await bare.app.request(`/en/libro-de-reclamaciones/hoja/${code}/x`, { headers: someCaller() });
  expect(lost.status).toBe(404);
  const asked = await lost.text();
  expect(asked).toContain('The code and the key do not match.');
  expect(asked).toContain('<form method="post" action="/en/libro-de-reclamaciones/hoja/">');
});
