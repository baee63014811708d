import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedPreviewPath } from '#server/publishing/preview/editor-token.ts';
import { openSitePublisher, type SitePublisher } from '#tests/support/publishing/site-publisher.ts';

/** `npm run start:preview` with the real page, drafts and figures. */
let site: SitePublisher;
const started: ChildProcess[] = [];
const TIMEOUT_MS = 240_000;

beforeAll(async () => {
  site = await openSitePublisher();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await site.close();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { readonly port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts it and waits until it says that it is ready. */
async function start(): Promise<string> {
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PORT: String(port),
    DATA_DIR: join(site.env.dataDir, '../preview-role'),
    STORYBLOK_API_URL: site.env.contentApiUrl,
    STORYBLOK_PREVIEW_TOKEN: 'preview',
    LENDING_URL: site.env.lendingUrl,
  };
  const child = spawn(process.execPath, ['src/server/publishing/preview/main.ts'], {
    cwd: resolve(import.meta.dirname, '../../../..'),
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const health = await fetch(`${url}/healthz`).catch(() => undefined);
    if (health?.ok) return url;
    if (child.exitCode !== null) throw new Error('it ended');
    await new Promise((done) => setTimeout(done, 50));
  }
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

test(
  'the first preview after a start is as quick as the next, with new code and with known',
  async () => {
    for (const code of ['new', 'known']) {
      const url = await start();
      const first = await preview(url);
      const next: number[] = [];
      for (let time = 0; time < 5; time += 1) next.push(await preview(url));
      // Without the warm-up the first one loads a bundle, or even builds it: ten times as long and more.
      expect(first, `${code} code, then ${next.map(Math.round)}`).toBeLessThan(4 * Math.max(...next));
    }
  },
  TIMEOUT_MS,
);
