import { readFileSync } from 'node:fs';
import { ConfigError } from '#server/kit/config.ts';
import { type Database, type DatabaseLocation, type DatabaseOptions, openDatabase } from '#server/kit/db.ts';
import { historyIn, lockMigrations, type Migration, MigrationError, readHistory } from '#server/kit/migrate.ts';
import type { Tables } from '#server/kit/tables.ts';
import { lendingMigrations, type Prepared, type Preparing, prepareLendingDatabase } from './prepare-database.ts';

const GRANTS = new URL('./service-grants.sql', import.meta.url);

interface OpenedDatabase {
  readonly db: Database<Tables>;
  /** The additions; undefined when this user may not change the tables, or this program is older than they are. */
  readonly prepared: Prepared | undefined;
}

/**
 * Opens the lending database and brings it up to date. With `migrationsUrl` the owner of the tables migrates and grants
 * the service its rights, so that the service never has the owner's rights. Without it the single user does both; a
 * user who may not change tables only checks that nothing is missing. A database that is ahead of this program and
 * allows it is left as it is, rights included.
 */
export async function openLendingDatabase(
  location: DatabaseLocation,
  { migrations = lendingMigrations(), limits, seeds, ...options }: DatabaseOptions & Preparing = {},
): Promise<OpenedDatabase> {
  const preparing = { migrations, ...(limits && { limits }), ...(seeds && { seeds }) };
  const prepared = hasOwner(location) ? await prepareAsOwner(location, preparing) : undefined;
  const db = await openDatabase<Tables>(location, options);
  try {
    return { db, prepared: prepared ?? (await prepareAsService(db, preparing)) };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** A database whose tables belong to another user than the service. */
export interface OwnedDatabase {
  readonly databaseUrl: string;
  readonly migrationsUrl: string;
}

function hasOwner(location: DatabaseLocation): location is OwnedDatabase {
  return 'databaseUrl' in location && location.migrationsUrl !== undefined;
}

/** Brings the tables up to date as their owner, and grants the user of the service its rights. */
export async function prepareAsOwner(location: OwnedDatabase, preparing: Preparing): Promise<Prepared | undefined> {
  const service = serviceOf(location);
  const db = await openDatabase<Tables>({ databaseUrl: location.migrationsUrl }, { maxConnections: 2 });
  try {
    const prepared = await prepareLendingDatabase(db, preparing);
    await grantService(db, service, preparing.migrations);
    return prepared;
  } finally {
    await db.close();
  }
}

/**
 * Grants the service's user its rights and revokes all others. Must run as the owner of the tables. An older program
 * grants nothing: it would take away what the tables of a newer one need.
 */
export function grantService(
  db: Pick<Database<Tables>, 'engine' | 'inSession'>,
  service: string,
  migrations: readonly Migration[] = lendingMigrations(),
): Promise<void> {
  return db.inSession(async (session) => {
    // PostgreSQL lets no two transactions change the rights of one table at once.
    await lockMigrations(db.engine, session);
    if ((await historyIn(session, migrations)).kind === 'ahead') return;
    await session.query(`select set_config('manay.service_role', $1, true)`, [service]);
    await session.script(readFileSync(GRANTS, 'utf8'));
  });
}

async function prepareAsService(
  db: Database<Tables>,
  preparing: Preparing & { readonly migrations: readonly Migration[] },
): Promise<Prepared | undefined> {
  if (await mayCreate(db)) return prepareLendingDatabase(db, preparing);
  // Before the owner has granted anything, this user may not even ask.
  const history = await readHistory(db, preparing.migrations).catch(() => undefined);
  if (history?.kind === 'current' || history?.kind === 'ahead') return undefined;
  if (history?.kind === 'refused') throw new MigrationError(history.because);
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

function serviceOf({ databaseUrl }: OwnedDatabase): string {
  const user = decodeURIComponent(new URL(databaseUrl).username);
  if (user === '') throw new ConfigError('DATABASE_URL must name its user when MIGRATIONS_URL is given.');
  return user;
}
