import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { crashRun } from '#tests/support/crash/crash-run.ts';
import { SCENARIOS, type ScenarioName } from '#tests/support/crash/scenarios.ts';
import { createDatabase, startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import type { Row } from './table.ts';

const KILLS = 200;

/**
 * Kills two hundred processes, or as many as are asked for, for each kind of work on each database, at every step of
 * it; one fault ends the benchmark. Each kind must have a database of its own, because every process begins by
 * verifying all of it.
 */
export async function benchKills([asked = KILLS]: readonly number[]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-bench-'));
  try {
    const server = await startPostgres();
    const rows: Row[] = [];
    for (const engine of ['PGlite', 'PostgreSQL'] as const) {
      for (const scenario of Object.keys(SCENARIOS) as ScenarioName[]) {
        const location =
          engine === 'PGlite'
            ? { dataDir: join(folder, scenario) }
            : { databaseUrl: await createDatabase(server, scenario) };
        const db = await openDatabase<Tables>(location);
        await prepareLendingDatabase(db);
        await db.close();
        const startedAt = performance.now();
        const { kills, steps } = await crashRun({ location, folder, scenario, kills: asked });
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        const row = { engine, work: scenario, steps, kills, 'lost, doubled or out of balance': 0, seconds };
        // Hundreds of kills take an hour: results are printed as they come.
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
