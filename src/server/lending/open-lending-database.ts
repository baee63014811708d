import { readFileSync } from 'node:fs';
import { ConfigError } from '#server/kit/config.ts';
import { type Database, type DatabaseLocation, type DatabaseOptions, openDatabase } from '#server/kit/db.ts';
import { isMigrated, MigrationError } from '#server/kit/migrate.ts';
import type { Tables } from '#server/kit/tables.ts';
import { lendingMigrations, type Prepared, prepareLendingDatabase } from './prepare-database.ts';

const GRANTS = new URL('./service-grants.sql', import.meta.url);

interface OpenedDatabase {
  readonly db: Database<Tables>;
  /** What was missing and is there now; undefined when this user may not change the tables and nothing is missing. */
  readonly prepared: Prepared | undefined;
}

/**
 * Opens the lending database, up to date. With `migrationsUrl` the owner of the tables migrates and grants the service
 * what it needs, and the service never has the owner's rights; without it the one user does both, or, when it may not,
 * finds everything done already.
 */
export async function openLendingDatabase(
  location: DatabaseLocation,
  options: DatabaseOptions = {},
): Promise<OpenedDatabase> {
  const owner = 'databaseUrl' in location ? location.migrationsUrl : undefined;
  const prepared = owner === undefined ? undefined : await prepareAsOwner(owner, serviceOf(location));
  const db = await openDatabase<Tables>(location, options);
  try {
    return { db, prepared: prepared ?? (await prepareAsService(db)) };
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function prepareAsOwner(migrationsUrl: string, service: string): Promise<Prepared> {
  const db = await openDatabase<Tables>({ databaseUrl: migrationsUrl }, { maxConnections: 2 });
  try {
    const prepared = await prepareLendingDatabase(db);
    await grantService(db, service);
    return prepared;
  } finally {
    await db.close();
  }
}

/** Gives the service's user its rights, and takes every other. To be run by the owner of the tables. */
export function grantService(db: Pick<Database<Tables>, 'inSession'>, service: string): Promise<void> {
  return db.inSession(async (session) => {
    await session.query(`select set_config('manay.service_role', $1, true)`, [service]);
    await session.script(readFileSync(GRANTS, 'utf8'));
  });
}

async function prepareAsService(db: Database<Tables>): Promise<Prepared | undefined> {
  if (await mayCreate(db)) return prepareLendingDatabase(db);
  if (await isMigrated(db, lendingMigrations()).catch(() => false)) return undefined;
  throw new MigrationError(
    'The database is not up to date, and the user of DATABASE_URL may not change it: start once with MIGRATIONS_URL.',
  );
}

async function mayCreate(db: Database<Tables>): Promise<boolean> {
  return db.inSession(async (session) => {
    const [row] = await session.query(`select has_schema_privilege('public', 'create') as may`);
    return row?.['may'] === true;
  });
}

function serviceOf(location: DatabaseLocation): string {
  const user = 'databaseUrl' in location ? decodeURIComponent(new URL(location.databaseUrl).username) : '';
  if (user === '') throw new ConfigError('DATABASE_URL must name its user when MIGRATIONS_URL is given.');
  return user;
}
