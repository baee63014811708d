import { fileURLToPath } from 'node:url';
import type { Database } from '#server/kit/db.ts';
import { type Migration, migrate, readMigrations } from '#server/kit/migrate.ts';
import { seedHolidays } from './seed-holidays.ts';
import { seedParameters } from './seed-parameters.ts';
import type { LendingTables } from './store/tables.ts';

let migrations: readonly Migration[] | undefined;

/** Our migrations, read from their folder once per process. */
export function lendingMigrations(): readonly Migration[] {
  migrations ??= readMigrations(fileURLToPath(new URL('./migrations', import.meta.url)));
  return migrations;
}

/** Brings a database up to date and loads the parameters and holidays a new lender starts with. Safe at every start and in parallel. */
export async function prepareLendingDatabase(
  db: Database<LendingTables>,
): Promise<{ readonly migrations: readonly string[]; readonly parameters: number; readonly holidays: number }> {
  return {
    migrations: await migrate(db, lendingMigrations()),
    parameters: await seedParameters(db.kysely),
    holidays: await seedHolidays(db.kysely),
  };
}
