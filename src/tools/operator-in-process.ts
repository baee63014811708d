import { randomBytes } from 'node:crypto';
import { createClock } from '#server/kit/clock.ts';
import type { Environment } from '#server/kit/config.ts';
import { openDataDir } from '#server/kit/data-dir.ts';
import { createLog } from '#server/kit/log.ts';
import { createLendingApp } from '#server/lending/app.ts';
import { readLendingConfig } from '#server/lending/config.ts';
import { lenderGateways } from '#server/lending/gateways/open-gateways.ts';
import { openLendingDatabase } from '#server/lending/open-lending-database.ts';
import { createSandboxClock } from '#server/lending/parameters/sandbox-clock.ts';
import { endVisitsOf } from '#server/lending/people/end-visits.ts';
import { openVault } from '#server/lending/people/vault-keys.ts';
import type { Prepared } from '#server/lending/prepare-database.ts';
import { type FirstAdministrator, inviteFirstAdministrator } from '#server/lending/staff/first-administrator.ts';
import { lendingEnvironment } from '#server/publishing/config.ts';

/** The lending role in this process, without a port. */
interface LendingInProcess {
  /** The token with which machines call its staff API. */
  readonly operatorToken: string;
  readonly request: (path: string, init: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

async function openDatabase(env: Environment, dataDir: string) {
  const config = readLendingConfig(lendingEnvironment(env, { DATA_DIR: dataDir }));
  // The service's user has no folder to write in, and with a server and keys of its own nothing is kept in one.
  if ('dataDir' in config.database || 'dataDir' in config.vault) openDataDir(dataDir);
  return { config, ...(await openLendingDatabase(config.database)) };
}

/** Opens the database for the duration of a command. */
export async function openInProcess(env: Environment, dataDir: string): Promise<LendingInProcess> {
  const operatorToken = randomBytes(32).toString('base64url');
  const { config, db } = await openDatabase(env, dataDir);
  const vault = await openVault(db.kysely, config.vault);
  const log = createLog({ level: config.logLevel, name: 'lender' });
  const clock = config.sandbox ? await createSandboxClock(db.kysely) : createClock();
  const gateways = lenderGateways(env, { ...config, clock });
  const inProcess = { ...config, staffNetworks: () => true };
  const app = createLendingApp({ db, vault, clock, log, config: inProcess, operatorToken, gateways });
  return { operatorToken, request: async (path, init) => app.request(path, init), close: () => db.close() };
}

/**
 * Brings the database up to date.
 * @returns what was added; undefined when nothing was missing and this user may add nothing
 */
export async function migrateDatabase(env: Environment, dataDir: string): Promise<Prepared | undefined> {
  const { db, prepared } = await openDatabase(env, dataDir);
  await db.close();
  return prepared;
}

export async function addFirstAdministrator(
  env: Environment,
  dataDir: string,
  who: { readonly login: string; readonly name: string },
): Promise<FirstAdministrator> {
  const { db } = await openDatabase(env, dataDir);
  try {
    return await inviteFirstAdministrator(db.kysely, who, Date.now(), endVisitsOf);
  } finally {
    await db.close();
  }
}
