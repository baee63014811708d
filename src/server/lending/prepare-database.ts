import { fileURLToPath } from 'node:url';
import type { Database } from '#server/kit/db.ts';
import { type Migration, migrate, readMigrations } from '#server/kit/migrate.ts';
import { SEED_BANKS } from './seed-banks.ts';
import { seedHolidays } from './seed-holidays.ts';
import { seedParameters } from './seed-parameters.ts';
import { ubigeoRows } from './seed-ubigeo.ts';
import { insertBanks } from './store/bank-store.ts';
import type { LendingTables } from './store/tables.ts';
import { insertDistricts } from './store/ubigeo-store.ts';

let migrations: readonly Migration[] | undefined;

/** Our migrations, read from their folder once per process. */
export function lendingMigrations(): readonly Migration[] {
  migrations ??= readMigrations(fileURLToPath(new URL('./migrations', import.meta.url)));
  return migrations;
}

/** What was missing and is there now. */
export interface Prepared {
  readonly migrations: readonly string[];
  readonly parameters: number;
  readonly holidays: number;
  readonly banks: number;
  readonly districts: number;
}

/** Brings a database up to date and loads what a new lender starts with: parameters, holidays, banks, districts. Safe at every start and in parallel. */
export async function prepareLendingDatabase(db: Database<LendingTables>): Promise<Prepared> {
  return {
    migrations: await migrate(db, lendingMigrations()),
    parameters: await seedParameters(db.kysely),
    holidays: await seedHolidays(db.kysely),
    banks: await insertBanks(db.kysely, SEED_BANKS),
    districts: await insertDistricts(db.kysely, ubigeoRows()),
  };
}
