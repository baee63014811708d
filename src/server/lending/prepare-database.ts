import { fileURLToPath } from 'node:url';
import type { Database } from '#server/kit/db.ts';
import { type Migration, migrate, readMigrations } from '#server/kit/migrate.ts';
import { seedParameters } from './seed-parameters.ts';
import type { LendingTables } from './store/tables.ts';

let migrations: readonly Migration[] | undefined;

/** Our migrations, read from their folder once per process. */
export function lendingMigrations(): readonly Migration[] {
  migrations ??= readMigrations(fileURLToPath(new URL('./migrations', import.meta.url)));
  return migrations;
}

/** Brings a database up to date and loads the parameters a new lender starts with. Safe at every start and in parallel. */
export async function prepareLendingDatabase(
  db: Database<LendingTables>,
): Promise<{ readonly migrations: readonly string[]; readonly parameters: number }> {
  return { migrations: await migrate(db, lendingMigrations()), parameters: await seedParameters(db.kysely) };
}
