import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from '#server/kit/config.ts';
import { openDataDir } from '#server/kit/data-dir.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rights = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('a new data folder is for its owner alone', () => {
  const dataDir = join(folder, 'new', 'data');
  openDataDir(dataDir);
  expect(rights(dataDir)).toBe('700');
});

test('what a process writes once its data folder is open is for its owner alone', { tags: 'asvs-13.3.2' }, () => {
  const dataDir = join(folder, 'written');
  const program = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { openDataDir } from '${join(import.meta.dirname, '../../../src/server/kit/data-dir.ts')}';
    openDataDir('${dataDir}');
    mkdirSync('${dataDir}/pg');
    writeFileSync('${dataDir}/pg/rows', 'x');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect([rights(join(dataDir, 'pg')), rights(join(dataDir, 'pg/rows'))]).toEqual(['700', '600']);
});

test('a data folder that others could read is tightened, its files too', () => {
  const dataDir = join(folder, 'old');
  mkdirSync(join(dataDir, 'pg/base'), { recursive: true });
  mkdirSync(join(dataDir, 'releases/000001'), { recursive: true });
  const files = ['vault.json', 'pg/base/1', 'releases/000001/index.html'].map((name) => join(dataDir, name));
  for (const file of files) {
    writeFileSync(file, 'x');
    chmodSync(file, 0o666);
  }
  const outside = join(folder, 'outside');
  writeFileSync(outside, 'x');
  chmodSync(outside, 0o644);
  symlinkSync(outside, join(dataDir, 'link'));
  for (const path of ['', 'pg', 'pg/base', 'releases', 'releases/000001']) chmodSync(join(dataDir, path), 0o755);
  openDataDir(dataDir);
  expect(['', 'pg', 'pg/base', 'releases'].map((path) => rights(join(dataDir, path)))).toEqual([
    '700',
    '700',
    '700',
    '700',
  ]);
  expect(files.map(rights)).toEqual(['600', '600', '600']);
  expect(rights(outside)).toBe('644');
});

test('a link to a data folder tightens the folder it names', () => {
  const dataDir = join(folder, 'named');
  mkdirSync(dataDir, { mode: 0o755 });
  symlinkSync(dataDir, join(folder, 'link'));
  expect(openDataDir(join(folder, 'link'))).toBe(dataDir);
  expect(rights(dataDir)).toBe('700');
});

test('a folder that others use, or one that cannot be written, stops the start with one sentence', () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  writeFileSync(join(folder, 'file'), '');
  for (const [dataDir, sentence] of [
    [shared, 'DATA_DIR must be a folder of its own'],
    ['/', 'DATA_DIR must be a folder of its own'],
    [join(folder, 'file'), 'DATA_DIR must be a folder that can be written'],
    [join(folder, 'file/below'), 'DATA_DIR must be a folder that can be written'],
  ] as const) {
    expect(() => openDataDir(dataDir), dataDir).toThrow(ConfigError);
    expect(() => openDataDir(dataDir), dataDir).toThrow(sentence);
  }
  expect(rights(shared)).toBe('777');
});

test('a folder that only commands have written to so far is ours: figures, pictures and the bill of materials lie there too', () => {
  for (const name of ['bench.md', 'look', 'bom.json']) {
    const dataDir = join(folder, `before-${name}`);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, name), 'x');
    chmodSync(dataDir, 0o755);
    openDataDir(dataDir);
    expect(rights(dataDir)).toBe('700');
  }
});

test('a folder with what is not ours keeps its rights and stops the start; a volume of its own does not', () => {
  const machine = join(folder, 'machine');
  mkdirSync(join(machine, 'log'), { recursive: true });
  const volume = join(folder, 'volume');
  mkdirSync(join(volume, 'lost+found'), { recursive: true });
  for (const path of [machine, join(machine, 'log'), volume]) chmodSync(path, 0o755);
  expect(() => openDataDir(machine)).toThrow('DATA_DIR must be a folder of its own');
  expect([machine, join(machine, 'log')].map(rights)).toEqual(['755', '755']);
  openDataDir(volume);
  expect(rights(volume)).toBe('700');
});

test('every process that starts opens its data folder privately', () => {
  for (const start of [
    'server/start/main.ts',
    'server/publishing/main.ts',
    'server/publishing/preview/main.ts',
    'tools/operator-in-process.ts',
    'server/lending/main.ts',
  ]) {
    expect(readFileSync(join(import.meta.dirname, '../../../src', start), 'utf8'), start).toMatch(
      /^ +.*openDataDir\(/m,
    );
  }
});
