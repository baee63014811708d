import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeCluster } from '#server/kit/embedded-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'manay-cluster-'));
const keptIn = join(folder, 'kept');
beforeEach(() => rmSync(keptIn, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MADE = 'made with nothing to begin from, number ';
let makings = 0;

/** Does what PGlite does with a folder, in one file and without its seconds; `db.test.ts` opens a real one. */
async function create({ dataDir = '', loadDataDir }: PGliteOptions): Promise<PGlite> {
  mkdirSync(dataDir, { recursive: true });
  const files = join(dataDir, 'files');
  if (!loadDataDir) makings += 1;
  writeFileSync(files, loadDataDir ? await loadDataDir.text() : `${MADE}${makings}`);
  if (!readFileSync(files, 'utf8').startsWith(MADE)) throw new Error('these are no files of a database');
  const made: Pick<PGlite, 'dumpDataDir' | 'close'> = {
    dumpDataDir: async () => new File([readFileSync(files)], 'files'),
    close: async () => undefined,
  };
  return made as PGlite;
}

async function made(name: string, kept = keptIn): Promise<string> {
  await makeCluster(join(folder, name), create, kept);
  return readFileSync(join(folder, name, 'files'), 'utf8');
}

test('the files of the first database are those of the next ones', async () => {
  const first = await made('first');
  expect(await made('second')).toBe(first);
  expect(readdirSync(keptIn)).toHaveLength(1);
});

test('a damaged copy is made anew', async () => {
  const before = await made('before');
  for (const file of readdirSync(keptIn)) writeFileSync(join(keptIn, file), 'damaged');
  const after = await made('after');
  expect(after).not.toBe(before);
  expect(await made('later')).toBe(after);
});

test('where nothing may be kept a database is made all the same', async () => {
  writeFileSync(join(folder, 'file'), '');
  expect(await made('unkept', join(folder, 'file'))).toMatch(MADE);
});
