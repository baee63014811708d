import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { crashRun } from '#tests/support/crash/crash-run.ts';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manay-crash-'));
  const db = await openDatabase<Tables>({ dataDir: folder });
  await prepareLendingDatabase(db);
  await db.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// `npm run bench -- kills` dies at every step, two hundred times, on both databases.
test.each(['disbursement', 'payment'] as const)(
  'a service that is killed again and again in the middle of a %s loses nothing it acknowledged and pays nobody twice',
  async (scenario) => {
    const { kills } = await crashRun({ location: { dataDir: folder }, folder, scenario, kills: 5, stride: 17 });
    expect(kills).toBe(5);
  },
  1_200_000,
);
