import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { createClock } from '#server/kit/clock.ts';
import { type Environment, readText } from '#server/kit/config.ts';
import { createLog } from '#server/kit/log.ts';
import { createLendingApp } from '#server/lending/app.ts';
import { readLendingConfig } from '#server/lending/config.ts';
import { openLendingDatabase } from '#server/lending/open-lending-database.ts';
import { openVault } from '#server/lending/vault-keys.ts';
import { readRunFile } from './run-file.ts';

/** The operator API, wherever the lending role is. */
export interface OperatorClient {
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Finds the lending role: the one `LENDING_URL` and `OPERATOR_TOKEN` name, the one that runs on this machine, or, when
 * nothing runs, the database itself, held for as long as the command lasts.
 * @param operator who acts, for the record; the user of this machine unless told
 */
export async function openOperatorClient(
  env: Environment,
  dataDir: string,
  operator = userInfo().username,
): Promise<OperatorClient> {
  const [url, token] = [readText(env, 'LENDING_URL'), readText(env, 'OPERATOR_TOKEN')];
  if (url && token) return remote(url, token, operator);
  const run = readRunFile(dataDir);
  if (run) return remote(run.url, run.operatorToken, operator);
  return alone(env, dataDir, operator);
}

function headersFor(token: string, operator: string, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  // A name may have letters a header cannot.
  headers.set('x-operator', encodeURIComponent(operator));
  return headers;
}

function remote(url: string, token: string, operator: string): OperatorClient {
  return {
    request: (path, init = {}) => fetch(`${url}${path}`, { ...init, headers: headersFor(token, operator, init) }),
    close: () => Promise.resolve(),
  };
}

async function alone(env: Environment, dataDir: string, operator: string): Promise<OperatorClient> {
  const operatorToken = randomBytes(32).toString('base64url');
  const config = readLendingConfig({ LOG_LEVEL: 'warn', ...env, DATA_DIR: dataDir });
  const { db } = await openLendingDatabase(config.database);
  const vault = await openVault(db.kysely, config.vault);
  const log = createLog({ level: config.logLevel, name: 'lender' });
  const app = createLendingApp({ db, vault, clock: createClock(), log, config, operatorToken });
  return {
    request: async (path, init = {}) =>
      app.request(path, { ...init, headers: headersFor(operatorToken, operator, init) }),
    close: () => db.close(),
  };
}
