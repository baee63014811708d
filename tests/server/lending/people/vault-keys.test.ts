import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { rewrapKeys } from '#server/lending/people/rewrap-keys.ts';
import { createPerson, findPersonByDocument, readPerson } from '#server/lending/people/store/person-store.ts';
import { openVault, readVaultLocation } from '#server/lending/people/vault-keys.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';

const secret = () => randomBytes(32).toString('base64');
const PLACE = { table: 'person', column: 'email_sealed', id: 'a' };

let db: Database<Tables>;
let dataDir: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.kysely.deleteFrom('vault_check').execute();
  dataDir = mkdtempSync(join(tmpdir(), 'manay-vault-'));
  return () => rmSync(dataDir, { recursive: true, force: true });
});
afterAll(() => db?.close());

describe('on a laptop', () => {
  test('keys are made once, for the owner of the folder only, and a restart reads what was sealed before', {
    tags: ['asvs-11.6.1', 'asvs-13.3.2'],
  }, async () => {
    const location = readVaultLocation({ DATA_DIR: dataDir }, false);
    const sealed = (await openVault(db.kysely, location)).seal('ana@example.pe', PLACE);
    expect(statSync(join(dataDir, 'vault.json')).mode & 0o777).toBe(0o600);
    expect((await openVault(db.kysely, location)).open(sealed, PLACE)).toBe('ana@example.pe');
  });

  test('two processes that start at once have the same keys', async () => {
    const location = readVaultLocation({ DATA_DIR: dataDir }, false);
    const vaults = await Promise.all([openVault(db.kysely, location), openVault(db.kysely, location)]);
    expect(vaults[0].blindIndex('phone', 'x')).toBe(vaults[1].blindIndex('phone', 'x'));
  });

  test('a lost key file stops the start, instead of making a second person of everybody', async () => {
    const location = readVaultLocation({ DATA_DIR: dataDir }, false);
    await openVault(db.kysely, location);
    rmSync(join(dataDir, 'vault.json'));
    await expect(openVault(db.kysely, location)).rejects.toThrow('vault.json is missing: put its backup in its place');
  });

  test('another index key stops it too: nobody would be found', { tags: 'asvs-11.1.1' }, async () => {
    const location = readVaultLocation({ DATA_DIR: dataDir }, false);
    await openVault(db.kysely, location);
    const file = join(dataDir, 'vault.json');
    const keys = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    writeFileSync(file, JSON.stringify({ ...keys, VAULT_INDEX_KEY: secret() }));
    await expect(openVault(db.kysely, location)).rejects.toThrow('do not belong to this database');
  });
});

test('a rotated key opens the same database, with the older one behind it', { tags: 'asvs-11.1.1' }, async () => {
  const [old, fresh, index] = [secret(), secret(), secret()];
  const keysOf = (list: string) => readVaultLocation({ VAULT_KEYS: list, VAULT_INDEX_KEY: index }, true);
  const sealed = (await openVault(db.kysely, keysOf(`2025:${old}`))).seal('x', PLACE);
  const vault = await openVault(db.kysely, keysOf(`2026:${fresh}, 2025:${old}`));
  expect(vault.open(sealed, PLACE)).toBe('x');
  await expect(openVault(db.kysely, keysOf(`2026:${fresh}`))).rejects.toThrow('do not belong to this database');
});

const same = secret();
const bytes = (at: (index: number) => number): string =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => at(index))).toString('base64');

test('ten thousand random keys are all taken', () => {
  for (let round = 0; round < 5_000; round += 1) {
    readVaultLocation({ VAULT_KEYS: `a:${secret()}`, VAULT_INDEX_KEY: secret() }, true);
  }
});

test('a new master key wraps the keys of all people anew: in a later dump the older one opens nobody’s data', {
  tags: 'asvs-11.1.1',
}, async () => {
  const [old, fresh, index] = [secret(), secret(), secret()];
  const keysOf = (list: string) => readVaultLocation({ VAULT_KEYS: list, VAULT_INDEX_KEY: index }, true);
  const before = await openVault(db.kysely, keysOf(`2025:${old}`));
  const person = (documentNumber: string) => ({
    documentType: 'DNI' as const,
    documentNumber,
    firstName: 'Rosa',
    language: 'es' as const,
  });
  for (const number of ['70000001', '70000002']) {
    await db.kysely.transaction().execute((trx) => createPerson(trx, before, person(number), 0));
  }
  const vault = await openVault(db.kysely, keysOf(`2026:${fresh},2025:${old}`));
  expect(await rewrapKeys(db.kysely, vault)).toEqual({ rewrapped: 2, people: 2 });
  expect(await rewrapKeys(db.kysely, vault)).toEqual({ rewrapped: 0, people: 2 });

  const found = await findPersonByDocument(db.kysely, vault, 'DNI', '70000002');
  expect(await readPerson(db.kysely, vault, found ?? '')).toMatchObject({ firstName: 'Rosa' });
  await expect(readPerson(db.kysely, before, found ?? '')).rejects.toThrow('sealed with the key "2026"');
  // What it has sealed itself still needs the older key: without it there is no start.
  await expect(openVault(db.kysely, keysOf(`2026:${fresh}`))).rejects.toThrow('do not belong to this database');
});

test.each<[string, Record<string, string>, boolean, string]>([
  ['production without keys', { DATA_DIR: '/x' }, true, 'VAULT_KEYS is missing'],
  ['one of the two', { VAULT_KEYS: `a:${secret()}`, DATA_DIR: '/x' }, false, 'VAULT_INDEX_KEY is missing'],
  ['the other of the two', { VAULT_INDEX_KEY: secret(), DATA_DIR: '/x' }, false, 'VAULT_KEYS is missing'],
  ['nowhere to keep keys', {}, false, 'there is no DATA_DIR to keep keys made here'],
  ['a key without its name', { VAULT_KEYS: secret(), VAULT_INDEX_KEY: secret() }, true, 'a list of id:key'],
  ['a short key', { VAULT_KEYS: 'a:AAAA', VAULT_INDEX_KEY: secret() }, true, 'VAULT_KEYS must hold keys of 32 bytes'],
  [
    'a key of zeros',
    { VAULT_KEYS: `a:${bytes(() => 0)}`, VAULT_INDEX_KEY: secret() },
    true,
    'a key that is not random',
  ],
  [
    'a repeated byte',
    { VAULT_KEYS: `a:${secret()}`, VAULT_INDEX_KEY: bytes(() => 7) },
    true,
    'VAULT_INDEX_KEY holds a',
  ],
  ['a repeated word', { VAULT_KEYS: `a:${bytes((at) => at % 8)}`, VAULT_INDEX_KEY: secret() }, true, 'not random'],
  ['bytes that count', { VAULT_KEYS: `a:${bytes((at) => at)}`, VAULT_INDEX_KEY: secret() }, true, 'not random'],
  [
    'a sentence',
    {
      VAULT_KEYS: `a:${Buffer.from('the quick brown fox jumps lazily').toString('base64')}`,
      VAULT_INDEX_KEY: secret(),
    },
    true,
    'not random',
  ],
  ['one key for both', { VAULT_KEYS: `a:${same}`, VAULT_INDEX_KEY: same }, true, 'must all be different keys'],
  ['one key twice', { VAULT_KEYS: `b:${same},a:${same}`, VAULT_INDEX_KEY: secret() }, true, 'must all be different'],
  ['one id twice', { VAULT_KEYS: `a:${secret()},a:${same}`, VAULT_INDEX_KEY: secret() }, true, 'two keys of one id'],
  [
    'the name of a person’s own key',
    { VAULT_KEYS: `p:${secret()}`, VAULT_INDEX_KEY: secret() },
    true,
    'a list of id:key',
  ],
])('%s stops the start with one sentence', (_, env, production, sentence) => {
  expect(() => readVaultLocation(env, production)).toThrow(sentence);
});
