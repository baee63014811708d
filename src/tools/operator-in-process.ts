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
import { openVault } from '#server/lending/people/vault-keys.ts';
import { lendingEnvironment } from './start-config.ts';

/** The lending role in this process, without a port. */
interface LendingInProcess {
  /** Token of its operator API. */
  readonly operatorToken: string;
  readonly request: (path: string, init: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Opens the database for the duration of a command. */
export async function openInProcess(env: Environment, dataDir: string): Promise<LendingInProcess> {
  const operatorToken = randomBytes(32).toString('base64url');
  const config = readLendingConfig(lendingEnvironment(env, { DATA_DIR: dataDir }));
  openDataDir(dataDir);
  const { db } = await openLendingDatabase(config.database);
  const vault = await openVault(db.kysely, config.vault);
  const log = createLog({ level: config.logLevel, name: 'lender' });
  const clock = config.sandbox ? await createSandboxClock(db.kysely) : createClock();
  const gateways = lenderGateways(env, { ...config, clock });
  const app = createLendingApp({ db, vault, clock, log, config, operatorToken, gateways });
  return { operatorToken, request: async (path, init) => app.request(path, init), close: () => db.close() };
}
