import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFailure } from '#server/kit/start-failure.ts';
import { startLending } from '#server/lending/main.ts';
import { scratchParent } from '#tests/support/scratch-folder.ts';

const folder = mkdtempSync(join(scratchParent(), 'manay-damage-'));
const [whole, damaged] = [join(folder, 'whole'), join(folder, 'damaged')];
const start = (dataDir: string) =>
  startLending({ DATA_DIR: dataDir, PORT: '0', LENDER_SANDBOX: '1', LOG_LEVEL: 'silent' });

beforeAll(async () => {
  mkdirSync(whole, { mode: 0o700 });
  await (await start(whole)).close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(damaged, name);
/** Of the tables: what a new cluster has itself are numbers below. */
const eachTable = (damage: (path: string) => void) => {
  const names = readdirSync(at('pg/base/5')).filter((name) => /^\d{5}$/.test(name));
  for (const name of names) damage(at(`pg/base/5/${name}`));
};
const emptied = (path: string) => {
  rmSync(path, { recursive: true });
  mkdirSync(path);
};
const DATABASE = /^The database in \S+\/pg is damaged: put a backup in its place, or name another DATA_DIR\.$/;
const TABLES = /^The database is damaged \([^)]+\): put a backup in its place\.$/;

test.each<[string, () => void, RegExp]>([
  ['a database whose control file is empty', () => truncateSync(at('pg/global/pg_control')), DATABASE],
  ['a database without its version, which would begin anew', () => rmSync(at('pg/PG_VERSION')), DATABASE],
  ['an empty folder in its place', () => emptied(at('pg')), DATABASE],
  ['tables that are gone', () => eachTable((path) => rmSync(path)), TABLES],
  ['tables of other bytes', () => eachTable((path) => writeFileSync(path, 'x'.repeat(8_192))), TABLES],
  ['keys that are gone', () => rmSync(at('vault.json')), /^The key file \S+vault\.json is missing: put its backup /],
  ['keys that are no JSON', () => writeFileSync(at('vault.json'), 'null'), /^The key file \S+ is damaged: put its/],
  ['half of the keys', () => writeFileSync(at('vault.json'), '{}'), /^The key file \S+ is damaged: put its backup /],
])('%s: a sentence, no stack', async (_, damage, sentence) => {
  rmSync(damaged, { recursive: true, force: true });
  cpSync(whole, damaged, { recursive: true });
  damage();
  const said = await start(damaged).then(
    () => 'it has started',
    (error: unknown) => startFailure(error),
  );
  expect(said).toMatch(sentence);
  expect(said.split('\n')).toHaveLength(1);
});

test('too few files that may be open: a sentence, no stack, and no blame on the database', () => {
  const run = `ulimit -n 64; exec "${process.execPath}" src/server/lending/main.ts`;
  const env = { PATH: process.env['PATH'], DATA_DIR: whole, PORT: '0', LENDER_SANDBOX: '1', LOG_LEVEL: 'silent' };
  const { status, stderr } = spawnSync('sh', ['-c', run], { env, encoding: 'utf8' });
  expect(stderr).toMatch(/^Too few files may be open at once: let this process open 1024 or more \(.+\)\.\n$/);
  expect(status).toBe(1);
});
