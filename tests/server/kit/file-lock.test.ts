import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFile, tryLockFile } from '#server/kit/file-lock.ts';

function lockPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'manay-file-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'new', 'build.lock');
}

test('a waiting process gets the lock when it is released, and not before', async () => {
  const path = lockPath();
  const first = tryLockFile(path);
  expect(first).toBeDefined();
  expect(tryLockFile(path)).toBeUndefined();
  let waited = false;
  const second = lockFile(path, new AbortController().signal).then((lock) => {
    waited = true;
    return lock;
  });
  await new Promise((time) => setTimeout(time, 250));
  expect(waited).toBe(false);
  first?.release();
  (await second).release();
  expect(waited).toBe(true);
});

test('waiting ends when it is asked to', async () => {
  const path = lockPath();
  const first = tryLockFile(path);
  const stop = new AbortController();
  const waiting = lockFile(path, stop.signal);
  stop.abort(new Error('the product stops'));
  await expect(waiting).rejects.toThrow('the product stops');
  first?.release();
});
