import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeAbandoned, writeAtomically } from '#server/kit/write-file.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'manay-write-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

test('a file is made with its folders, and replaced', async () => {
  const path = join(dir, 'a/b/c.json');
  await writeAtomically(path, 'one');
  await writeAtomically(path, 'two');
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(readdirSync(join(dir, 'a/b'))).toEqual(['c.json']);
});

test('a read while it is written many times finds a whole text each time', async () => {
  const path = join(dir, 'busy.json');
  const texts = ['x'.repeat(300_000), 'y'.repeat(200_000)];
  await writeAtomically(path, texts[0] ?? '');
  let writing = true;
  const writer = (async () => {
    for (let round = 0; round < 40; round += 1) await writeAtomically(path, texts[round % 2] ?? '');
    writing = false;
  })();
  let reads = 0;
  while (writing) {
    expect(texts).toContain(readFileSync(path, 'utf8'));
    reads += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await writer;
  expect(reads).toBeGreaterThan(5);
});

test('a write that cannot end leaves nothing behind', async () => {
  const path = join(dir, 'folder');
  mkdirSync(join(path, 'inside'), { recursive: true });
  await expect(writeAtomically(path, 'text')).rejects.toThrow();
  expect(readdirSync(dir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('what a process that was killed has left is removed, and what another one is writing is not', async () => {
  const folder = join(dir, 'abandoned');
  mkdirSync(folder);
  const names = ['old.json', `old.json.${crypto.randomUUID()}.tmp`, `new.json.${crypto.randomUUID()}.tmp`, 'mine.tmp'];
  for (const name of names) writeFileSync(join(folder, name), 'x');
  const anHourAgo = Date.now() / 1000 - 3600;
  for (const name of names.filter((name) => !name.startsWith('new')))
    utimesSync(join(folder, name), anHourAgo, anHourAgo);
  await removeAbandoned(folder);
  expect(readdirSync(folder).sort()).toEqual([names[0], names[2], names[3]].sort());
  await removeAbandoned(join(dir, 'no such folder'));
});
