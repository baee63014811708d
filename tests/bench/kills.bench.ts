import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseLocation, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { crashRun } from '#tests/support/crash/crash-run.ts';
import { SCENARIOS, type ScenarioName } from '#tests/support/crash/scenarios.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import type { Row } from './table.ts';

const KILLS = 200;

/**
 * Two hundred deaths, or as many as are asked for, for each kind of work on each database, at every step of it; one fault
 * ends the benchmark.
 */
export async function benchKills([asked = KILLS]: readonly number[]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-bench-'));
  try {
    const databaseUrl = await startPostgres();
    const rows: Row[] = [];
    for (const [engine, location] of [
      ['PGlite', { dataDir: folder }],
      ['PostgreSQL', { databaseUrl }],
    ] as const satisfies readonly (readonly [string, DatabaseLocation])[]) {
      const db = await openDatabase<Tables>(location);
      await prepareLendingDatabase(db);
      await db.close();
      for (const scenario of Object.keys(SCENARIOS) as ScenarioName[]) {
        const startedAt = performance.now();
        const { kills, steps } = await crashRun({ location, folder, scenario, kills: asked });
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        const row = { engine, work: scenario, steps, kills, 'lost, doubled or out of balance': 0, seconds };
        // Hundreds of deaths take an hour: what is known is shown.
        console.log(Object.values(row).join(' | '));
        rows.push(row);
      }
    }
    return rows;
  } finally {
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  }
}
