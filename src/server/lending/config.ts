import {
  ConfigError,
  type Environment,
  readChoice,
  readSwitch,
  readText,
  readWholeNumber,
} from '#server/kit/config.ts';
import type { DatabaseLocation } from '#server/kit/db.ts';
import { LOG_LEVELS, type LogLevel } from '#server/kit/log.ts';

/** What the lending role is told by its environment. */
export interface LendingConfig {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseLocation;
  readonly production: boolean;
  /** Sandbox gateways, a movable business date, and the last rate cap carried forward. */
  readonly sandbox: boolean;
  /** How many proxies of ours stand in front: that many entries of `X-Forwarded-For` are believed. */
  readonly trustedProxies: number;
  readonly logLevel: LogLevel;
}

/**
 * Reads `PORT`, `HOST`, `DATABASE_URL` or `DATA_DIR`, `NODE_ENV`, `LENDER_SANDBOX`, `TRUSTED_PROXIES`, `LOG_LEVEL`.
 * Throws a `ConfigError`, one sentence, when production is asked for without what it needs.
 */
export function readLendingConfig(env: Environment): LendingConfig {
  const production = readText(env, 'NODE_ENV') === 'production';
  const sandbox = readSwitch(env, 'LENDER_SANDBOX');
  if (production && sandbox) {
    throw new ConfigError('LENDER_SANDBOX=1 is play money: production refuses to start with it.');
  }
  return {
    port: readWholeNumber(env, 'PORT', { byDefault: 4321, min: 0, max: 65_535 }),
    host: readText(env, 'HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    database: readDatabase(env, production),
    production,
    sandbox,
    trustedProxies: readWholeNumber(env, 'TRUSTED_PROXIES', { byDefault: 0, min: 0, max: 10 }),
    logLevel: readChoice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

function readDatabase(env: Environment, production: boolean): DatabaseLocation {
  const databaseUrl = readText(env, 'DATABASE_URL');
  if (databaseUrl !== undefined) {
    if (/^postgres(?:ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)) return { databaseUrl };
    throw new ConfigError('DATABASE_URL must look like postgresql://user:password@host:5432/database.');
  }
  if (production) throw new ConfigError('DATABASE_URL is missing: production needs a PostgreSQL server.');
  const dataDir = readText(env, 'DATA_DIR');
  if (dataDir !== undefined) return { dataDir };
  throw new ConfigError(
    'The lending role started alone needs DATABASE_URL (a PostgreSQL server), or DATA_DIR for the embedded database.',
  );
}
