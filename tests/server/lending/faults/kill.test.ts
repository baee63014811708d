import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, type DatabaseLocation, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { crashAt, crashRun } from '#tests/support/crash/crash-run.ts';
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
  { tags: 'asvs-2.3.3', timeout: 1_200_000 },
  async (scenario) => {
    const { kills } = await crashRun({ location: await aDatabase(), folder, scenario, kills: 5, stride: 17 });
    expect(kills).toBe(5);
  },
);

describe('a service that is killed while the orders of a day go out in one file', () => {
  const ORDER = String.raw`archive/[\da-f-]{36}\.`;
  const BATCH = String.raw`archive/2026-\d\d-\d\d-[\da-f]{8}\.batch`;
  const BEFORE_THE_FILE = [
    { of: 'after query insert into "payout_batch_item"', step: 1 },
    // Made, and the second account is just saying that it goes.
    { of: 'before query update "payout_batch" set "status"', step: 1 },
    { of: 'after query update "payout_batch" set "status"', step: 1 },
    { of: 'before query update "staff_approval" set "status"', step: 1 },
    { of: 'after query update "payout_batch_item" set "outcome"', step: 2 },
    { of: `after link ${ORDER}csv`, step: 2 },
  ];
  const AFTER_THE_FILE = [
    { of: `before link ${BATCH}`, step: 1 },
    { of: `after link ${BATCH}`, step: 1 },
    { of: 'after rename orders/', step: 1 },
    { of: 'after query update "payout_batch" set .*"sent_at"', step: 1 },
  ];
  const IN_ITS_ANSWER = [
    { of: 'after query update "disbursement_order" set "status" = .*"value_date"', step: 2 },
    { of: `after rename ${ORDER}answer`, step: 2 },
    { of: 'before rename read/', step: 1 },
    { of: 'after rename read/', step: 1 },
  ];

  test('before the file, between file and books, or in the middle of the answer pays every order once, and says so', async () => {
    const deaths = [...BEFORE_THE_FILE, ...AFTER_THE_FILE, ...IN_ITS_ANSWER];
    const { kills } = await crashAt({ location: await aDatabase(), folder, scenario: 'batch', deaths });
    expect(kills).toBe(deaths.length);
  }, 1_200_000);

  // The embedded database belongs to one process.
  test.runIf(TEST_ENGINE === 'postgres')(
    'does so too while another one does the same',
    async () => {
      const deaths = [...BEFORE_THE_FILE.slice(-2), ...AFTER_THE_FILE.slice(1)];
      const options = { location: await aDatabase(), folder, scenario: 'batch', deaths, alongside: true } as const;
      expect((await crashAt(options)).kills).toBe(deaths.length);
    },
    1_200_000,
  );
});
