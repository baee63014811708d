import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signedPreviewPath } from '#server/publishing/preview/editor-token.ts';
import { type RunningProduct, startProduct } from '#tests/support/browser/product.ts';
import { openSitePublisher, type SitePublisher } from '#tests/support/publishing/site-publisher.ts';

/** `npm run start:preview` with the real page, drafts and figures. */
let site: SitePublisher;
const started: RunningProduct[] = [];
vi.setConfig({ testTimeout: 1_200_000 });

beforeAll(async () => {
  site = await openSitePublisher();
});
afterAll(async () => {
  for (const role of started) await role.stop('SIGKILL');
  await site.close();
});

/** Starts it and waits until it says that it is ready. */
async function start(): Promise<string> {
  const env = {
    DATA_DIR: join(site.env.dataDir, '../preview-role'),
    STORYBLOK_API_URL: site.env.contentApiUrl,
    STORYBLOK_PREVIEW_TOKEN: 'preview',
    LENDING_URL: site.env.lendingUrl,
  };
  const role = await startProduct(env, 'server/publishing/preview/main.ts');
  started.push(role);
  return role.baseUrl;
}

async function preview(url: string): Promise<number> {
  const nowS = Math.floor(Date.now() / 1000);
  const fromMs = performance.now();
  const answer = await fetch(`${url}${signedPreviewPath('/', { spaceId: 1, previewToken: 'preview', nowS })}`);
  const text = await answer.text();
  const tookMs = performance.now() - fromMs;
  expect([answer.status, text]).toEqual([200, expect.stringContaining('data-blok-uid')]);
  return tookMs;
}

test('the first preview after a start is as quick as the next, with new code and with known', async () => {
  for (const code of ['new', 'known']) {
    const url = await start();
    const first = await preview(url);
    const next: number[] = [];
    for (let time = 0; time < 5; time += 1) next.push(await preview(url));
    // Without the warm-up the first one loads a bundle, or even builds it: ten times as long and more.
    expect(first, `${code} code, then ${next.map(Math.round)}`).toBeLessThan(4 * Math.max(...next));
  }
});
