import { createHmac } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { type ContentService, openContentService } from '#server/publishing/content-service/content-service.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { sharedScratchDir } from '#tests/support/site.ts';

/** The product with a content service that is somebody else's: reached by address and token, heard by webhook. */
const SECRET = 'shared with the content service';
const TOKEN = 'a public token';
const PUBLISHED = '{"text":"The user a@b published the Story Home (home)","action":"published","space_id":1}';
let folder: string;
let content: ContentService;
let contentServer: RunningServer;
let product: RunningProduct;

beforeAll(async () => {
  folder = await sharedScratchDir();
  await cp('src/server/publishing/content-service/seed', join(folder, 'content'), { recursive: true });
  content = await openContentService({
    seedDir: join(folder, 'content'),
    stateDir: join(folder, 'state'),
    publicToken: TOKEN,
    previewToken: 'a preview token',
  });
  contentServer = await listen(content.app, { port: 0, host: '127.0.0.1' });
  product = await startProduct({
    DATA_DIR: join(folder, 'data'),
    STORYBLOK_TOKEN: TOKEN,
    STORYBLOK_API_URL: `http://127.0.0.1:${contentServer.port}/v2`,
    STORYBLOK_WEBHOOK_SECRET: SECRET,
  });
}, 180_000);

afterAll(async () => {
  await product.stop();
  await contentServer.close();
  await rm(folder, { recursive: true, force: true });
});

function sendWebhook(signature: string): Promise<Response> {
  const headers = { 'webhook-signature': signature, 'x-storyblok-topic': 'story.published' };
  return fetch(`${product.baseUrl}/hooks/storyblok`, { method: 'POST', body: PUBLISHED, headers });
}

async function liveVersion(): Promise<number> {
  const health = (await (await fetch(`${product.baseUrl}/healthz`)).json()) as { contentVersion: number };
  return health.contentVersion;
}

test('a signed webhook alone makes the edit live', { timeout: 60_000 }, async () => {
  const stories = join(folder, 'content/stories/manay');
  const home = join(stories, (await readdir(stories)).find((name) => name.startsWith('home_')) as string);
  await writeFile(home, (await readFile(home, 'utf8')).replaceAll('cuentas claras', 'cuentas transparentes'));
  const { version } = await content.publish();
  expect(await liveVersion()).toBeLessThan(version);

  expect((await sendWebhook(createHmac('sha1', SECRET).update(PUBLISHED).digest('hex'))).status).toBe(202);
  await expect.poll(liveVersion, { timeout: 30_000, interval: 200 }).toBe(version);
  expect(await (await fetch(`${product.baseUrl}/`)).text()).toContain('cuentas transparentes');
});

test('replays of a hook that says nothing new build nothing', { timeout: 60_000 }, async () => {
  const release = async (): Promise<string> => (await (await fetch(`${product.baseUrl}/healthz`)).json()).release;
  const before = await release();
  const signature = createHmac('sha1', SECRET).update(PUBLISHED).digest('hex');
  const answers = await Promise.all(Array.from({ length: 200 }, () => sendWebhook(signature)));
  expect(answers.every((answer) => answer.status === 202)).toBe(true);
  // The quiet time, the sync and some more.
  await new Promise((wait) => setTimeout(wait, 5_000));
  expect(await release()).toBe(before);
  expect(product.output().match(/^Live: /gm)).toHaveLength(2);
});

test('an unsigned hook is refused', async () => {
  expect((await sendWebhook('0'.repeat(40))).status).toBe(401);
});
