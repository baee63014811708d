import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { ConfigError, type Environment, readText } from '#server/kit/config.ts';
import type { Tables } from '#server/kit/tables.ts';
import { createVault, KEY_BYTES, type MasterKey, type Vault, VaultError, type VaultKeys } from '#server/kit/vault.ts';

/** Where the keys of the vault come from: the environment, or, on a laptop, a file in the data folder. */
export type VaultLocation = { readonly keys: VaultKeys } | { readonly dataDir: string };

const NAME = 'vault.json';

/**
 * Reads `VAULT_KEYS` (`2026a:<base64>,2025:<base64>`, newest first) and `VAULT_INDEX_KEY` (base64); production must
 * have both. Elsewhere keys are made once and kept in `DATA_DIR`.
 */
export function readVaultLocation(env: Environment, production: boolean): VaultLocation {
  const [master, index] = [readText(env, 'VAULT_KEYS'), readText(env, 'VAULT_INDEX_KEY')];
  if (master !== undefined && index !== undefined) {
    const keys = { masterKeys: master.split(',').map(masterKeyOf), indexKey: keyOf('VAULT_INDEX_KEY', index) };
    refuseRepeatedKeys(keys);
    return { keys };
  }
  if (production || master !== undefined || index !== undefined) {
    const name = master === undefined ? 'VAULT_KEYS' : 'VAULT_INDEX_KEY';
    throw new ConfigError(`${name} is missing: personal data are sealed with VAULT_KEYS and VAULT_INDEX_KEY.`);
  }
  const dataDir = readText(env, 'DATA_DIR');
  if (dataDir !== undefined) return { dataDir };
  throw new ConfigError(
    'VAULT_KEYS and VAULT_INDEX_KEY are missing, and there is no DATA_DIR to keep keys made here: personal data are sealed with them.',
  );
}

/** The keys; a key file is created when there is none. Two processes that create it at once end with the same keys. */
function loadVaultKeys(location: VaultLocation): VaultKeys {
  if ('keys' in location) return location.keys;
  const { dataDir } = location;
  const file = join(dataDir, NAME);
  const known = readKeyFile(file);
  if (known) return known;
  mkdirSync(dataDir, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  const secret = (): string => randomBytes(KEY_BYTES).toString('base64');
  const made = { VAULT_KEYS: `local:${secret()}`, VAULT_INDEX_KEY: secret() };
  writeFileSync(unfinished, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link does not replace a file that another process created first.
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  const keys = readKeyFile(file);
  if (!keys) throw new ConfigError(`The keys in ${file} cannot be read.`);
  return keys;
}

function readKeyFile(file: string): VaultKeys | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigError(`The key file ${file} cannot be read (${code}): put its backup in its place.`);
  }
  return keysIn(text, file);
}

function keysIn(text: string, file: string): VaultKeys | undefined {
  try {
    const location = readVaultLocation(JSON.parse(text) as Environment, true);
    return 'keys' in location ? location.keys : undefined;
  } catch (error) {
    const reason = error instanceof ConfigError ? error.message : 'it is not JSON of ours';
    throw new ConfigError(`The key file ${file} is damaged: put its backup in its place. (${reason})`);
  }
}

function masterKeyOf(text: string): MasterKey {
  const [, id, key] = /^\s*([\w-]{1,40}):(\S+)\s*$/.exec(text) ?? [];
  // "p" marks what a person's own key has sealed.
  if (id === undefined || id === 'p' || key === undefined) {
    throw new ConfigError('VAULT_KEYS must be a list of id:key, separated by commas, newest first.');
  }
  return { id, key: keyOf('VAULT_KEYS', key) };
}

function keyOf(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) {
    throw new ConfigError(`${name} must hold keys of ${KEY_BYTES} bytes in base64: openssl rand -base64 ${KEY_BYTES}.`);
  }
  if (isGuessable(key)) {
    throw new ConfigError(
      `${name} holds a key that is not random, such as zeros, a pattern or a text: openssl rand -base64 ${KEY_BYTES}.`,
    );
  }
  return key;
}

/** Of 32 random bytes hardly ever fewer than 24 are different; in less than one of 10^13 keys all are typed signs. */
const FEWEST_BYTES = 18;

/** All zeros, one byte again and again, bytes that count up or down, a text. */
function isGuessable(key: Buffer): boolean {
  const steps = new Set(key.subarray(1).map((byte, at) => byte - (key[at] ?? 0)));
  return new Set(key).size < FEWEST_BYTES || steps.size < FEWEST_BYTES / 2 || key.every(isTyped);
}

function isTyped(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f;
}

/** Who learns the key of one purpose must not have the other's; an old key that stays the same is not replaced. */
function refuseRepeatedKeys({ masterKeys, indexKey }: VaultKeys): void {
  const keys = [...masterKeys.map(({ key }) => key), indexKey].map((key) => Buffer.from(key).toString('hex'));
  if (new Set(keys).size < keys.length) {
    throw new ConfigError('VAULT_KEYS and VAULT_INDEX_KEY must all be different keys.');
  }
  if (new Set(masterKeys.map(({ id }) => id)).size < masterKeys.length) {
    throw new ConfigError('VAULT_KEYS has two keys of one id.');
  }
}

const PROBE = { table: 'vault_check', column: 'sealed', id: '1' };

/** The vault of a database, its keys loaded or created and verified. */
export async function openVault(db: Kysely<Tables>, location: VaultLocation): Promise<Vault> {
  if ('dataDir' in location) await refuseLostKeys(db, join(location.dataDir, NAME));
  const vault = createVault(loadVaultKeys(location));
  await checkVault(db, vault);
  return vault;
}

/** New keys would not open what the lost ones have sealed. */
async function refuseLostKeys(db: Kysely<Tables>, file: string): Promise<void> {
  // In this order: a process that starts beside this one writes its keys before the check value.
  const hasSealed = await db.selectFrom('vault_check').select('id').executeTakeFirst();
  if (!hasSealed || existsSync(file)) return;
  throw new ConfigError(
    `The key file ${file} is missing: put its backup in its place, nothing else opens the personal data of this database.`,
  );
}

/**
 * Refuses keys that do not belong to this database, because with other keys no person would be found and every
 * document would get a second person. The first start stores the check value.
 */
async function checkVault(db: Kysely<Tables>, vault: Vault): Promise<void> {
  const probe = vault.blindIndex('check', 'vault');
  await db
    .insertInto('vault_check')
    .values({ id: 1, sealed: vault.seal(probe, PROBE) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { sealed } = await db.selectFrom('vault_check').select('sealed').executeTakeFirstOrThrow();
  if (opened(vault, sealed) !== probe) {
    throw new ConfigError(
      'VAULT_KEYS or VAULT_INDEX_KEY do not belong to this database: the personal data in it were sealed with others.',
    );
  }
}

function opened(vault: Vault, sealed: string): string | undefined {
  try {
    return vault.open(sealed, PROBE);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}
