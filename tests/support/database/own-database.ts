import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { TEST_VAULT_VARIABLES } from '../people/vault.ts';
import { openEmptyDatabase, TEST_ENGINE, testServerUrl } from './database.ts';

/** Place where the lending role keeps its data in a run of its own. */
export async function ownDatabase(folder: string): Promise<Record<string, string>> {
  if (TEST_ENGINE !== 'postgres') return { DATA_DIR: folder };
  const database = await openEmptyDatabase();
  onTestFinished(() => database.close());
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
  return { DATABASE_URL: testServerUrl(rows[0]?.name), ...TEST_VAULT_VARIABLES };
}
