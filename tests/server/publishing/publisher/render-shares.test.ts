import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { BatchRenderer, PageOrder, RenderedBatch } from '#server/publishing/publisher/render-batch.ts';
import { renderShared } from '#server/publishing/publisher/render-shares.ts';
import { scratchDir } from '#tests/support/browser/site.ts';

const ORDERS: readonly PageOrder[] = Array.from({ length: 500 }, (_, at) => ({
  file: `${at}/index.html`,
  key: '',
  digest: undefined,
}));

const facts = { key: '', bytes: 0, policy: '', links: [], assets: [] };

test('pages whose thread has died are rendered by the others, each once', async () => {
  // There is no bundle in this folder: every thread dies while this one still renders.
  const place = { repoDir: process.cwd(), dataDir: await scratchDir() };
  const own: BatchRenderer = async (batch) => {
    await sleep(50);
    return { pages: batch.map(({ file }) => ({ file, digest: '', facts })), failures: [] };
  };
  const rendered: string[] = [];
  await renderShared(ORDERS, { place, own, take: ({ pages }) => rendered.push(...pages.map(({ file }) => file)) });
  expect(rendered.sort()).toEqual(ORDERS.map(({ file }) => file).sort());
});

test('nobody waits for threads that are still loading when everything is done', async () => {
  // A bundle that never ends loading.
  const dataDir = await scratchDir();
  await mkdir(join(dataDir, 'renderer/code'), { recursive: true });
  await writeFile(join(dataDir, 'renderer/renderer.json'), '{}');
  const endless = 'setInterval(() => undefined, 1000); await new Promise(() => undefined);';
  await writeFile(join(dataDir, 'renderer/code/prerender-entry.mjs'), endless);
  const rendered: string[] = [];
  const own: BatchRenderer = async (batch) => ({
    pages: batch.map(({ file }) => ({ file, digest: '', facts })),
    failures: [],
  });
  const take = ({ pages }: RenderedBatch) => void rendered.push(...pages.map(({ file }) => file));
  await renderShared(ORDERS, { place: { repoDir: process.cwd(), dataDir }, own, take });
  expect(rendered).toHaveLength(ORDERS.length);
});

test('what goes wrong in this thread, as a full disk, is told', async () => {
  const place = { repoDir: process.cwd(), dataDir: await scratchDir() };
  const own: BatchRenderer = () => Promise.reject(new Error('no space left'));
  await expect(renderShared(ORDERS, { place, own, take: () => undefined })).rejects.toThrow('no space left');
});
