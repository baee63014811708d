import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Datasource } from '../publishing/sandbox/content-service/space.ts';

const TEXTS_DIR = resolve(import.meta.dirname, '../../i18n');

/**
 * The texts as the source has them now, so that one that was changed there goes live with `npm run publish`, as a story
 * does. They are loaded in a thread of their own, because a thread loads a module once; and only when a file was written
 * since.
 */
export function openTextSource(): () => Promise<readonly Datasource[]> {
  let last: { readonly stamp: string; readonly texts: Promise<readonly Datasource[]> } | undefined;
  return async () => {
    const stamp = await stampOf(TEXTS_DIR);
    if (last?.stamp !== stamp) last = { stamp, texts: loadTexts() };
    return last.texts;
  };
}

async function stampOf(dir: string): Promise<string> {
  const files = (await readdir(dir, { recursive: true })).sort();
  const found = await Promise.all(files.map((file) => stat(join(dir, file))));
  return files.map((file, at) => `${file} ${found[at]?.mtimeMs} ${found[at]?.size}`).join('\n');
}

function loadTexts(): Promise<readonly Datasource[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./text-source-thread.ts', import.meta.url));
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
