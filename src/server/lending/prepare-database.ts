import { fileURLToPath } from 'node:url';
import type { Database } from '#server/kit/db.ts';
import { type Migration, type MigrationLimits, migrate, readHistory, readMigrations } from '#server/kit/migrate.ts';
import type { Tables } from '#server/kit/tables.ts';
import { insertBanks } from './parameters/bank-store.ts';
import { SEED_BANKS } from './parameters/seed-banks.ts';
import { seedHolidays } from './parameters/seed-holidays.ts';
import { SEED_PARAMETERS, seedParameters } from './parameters/seed-parameters.ts';
import { ubigeoRows } from './parameters/seed-ubigeo.ts';
import { insertDistricts } from './parameters/ubigeo-store.ts';

let migrations: readonly Migration[] | undefined;

/** The migrations, read from their folder once per process. */
export function lendingMigrations(): readonly Migration[] {
  migrations ??= readMigrations(fileURLToPath(new URL('./migrations', import.meta.url)));
  return migrations;
}

/** The additions to the database. */
export interface Prepared {
  readonly migrations: readonly string[];
  readonly parameters: number;
  readonly holidays: number;
  readonly banks: number;
  readonly districts: number;
}

export interface Preparing {
  /**
   * Migrations that this program knows; those of its folder, except in tests that let two releases run beside each
   * other.
   */
  readonly migrations?: readonly Migration[];
  readonly limits?: MigrationLimits;
  /** Parameters of a new lender. */
  readonly seeds?: typeof SEED_PARAMETERS;
}

/**
 * Brings a database up to date and loads what a new lender starts with: parameters, holidays, banks, districts. Safe at
 * every start and in parallel. @returns undefined for a database that is ahead of this program: it is left as it is
 */
export async function prepareLendingDatabase(
  db: Database<Tables>,
  { migrations = lendingMigrations(), limits, seeds = SEED_PARAMETERS }: Preparing = {},
): Promise<Prepared | undefined> {
  const applied = await migrate(db, migrations, limits);
  if ((await readHistory(db, migrations)).kind === 'ahead') return undefined;
  return {
    migrations: applied,
    parameters: await seedParameters(db.kysely, seeds),
    holidays: await seedHolidays(db.kysely),
    banks: await insertBanks(db.kysely, SEED_BANKS),
    districts: await insertDistricts(db.kysely, ubigeoRows()),
  };
}
