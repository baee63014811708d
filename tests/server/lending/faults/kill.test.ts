import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, type DatabaseLocation, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { crashRun } from '#tests/support/crash/crash-run.ts';
import { SCENARIOS, type ScenarioName } from '#tests/support/crash/scenarios.ts';
import { openTestDatabase, TEST_ENGINE, testServerUrl } from '#tests/support/database/database.ts';

let folder: string;
/** On the server: held until the test has ended, and dropped then. */
let held: Database<Tables> | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manay-crash-'));
});
afterEach(async () => {
  await held?.close();
  held = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** A prepared database that a process can open by itself. */
async function aDatabase(): Promise<DatabaseLocation> {
  if (TEST_ENGINE === 'pglite') {
    const db = await openDatabase<Tables>({ dataDir: folder });
    await prepareLendingDatabase(db);
    await db.close();
    return { dataDir: folder };
  }
  held = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(held.kysely);
  return { databaseUrl: testServerUrl(rows[0]?.name) };
}

// `npm run bench -- kills` dies at every step, two hundred times, on both databases.
test.each(Object.keys(SCENARIOS) as ScenarioName[])(
  'a service that is killed again and again in the middle of a %s loses nothing it acknowledged and does nothing twice',
  async (scenario) => {
    const { kills } = await crashRun({ location: await aDatabase(), folder, scenario, kills: 5, stride: 17 });
    expect(kills).toBe(5);
  },
  1_200_000,
);
