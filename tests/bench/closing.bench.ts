import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { closeBusiness } from '#server/lending/loans/close-of-business.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { anOriginatedLoan, createLoanService, type LoanService, verify } from '#tests/support/loans/loan-service.ts';
import type { Row } from './table.ts';

const LOANS = 10_000;
const AT_ONCE = 8;

/** Close of business of 10,000 running loans, or as many as are asked for, one date after another, on both databases; the ledger is verified after. */
export async function benchClosing([loans = LOANS]: readonly number[]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-bench-'));
  try {
    const embedded = await closingOn('PGlite', loans, await openDatabase<Tables>({ dataDir: folder }));
    const databaseUrl = await startPostgres();
    return [...embedded, ...(await closingOn('PostgreSQL', loans, await openDatabase<Tables>({ databaseUrl })))];
  } finally {
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function closingOn(engine: string, count: number, db: Database<Tables>): Promise<Row[]> {
  try {
    await prepareLendingDatabase(db);
    const service = createLoanService(db, '2026-01-15');
    await lend(service, count);
    await sql`analyze`.execute(db.kysely);
    const rows: Row[] = [];
    for (const date of ['2026-01-16', '2026-01-17', '2026-02-17']) {
      service.clock.moveTo(date);
      const startedAt = performance.now();
      const { closed, failed } = await closeBusiness(service.context);
      const seconds = (performance.now() - startedAt) / 1000;
      if (closed !== count || failed.length > 0) throw new Error(`${closed} closed, ${failed.length} failed`);
      const days = date === '2026-02-17' ? 31 : 1;
      rows.push({
        engine,
        date,
        days,
        loans: closed,
        seconds: seconds.toFixed(1),
        'loan-days/s': Math.round((closed * days) / seconds),
      });
    }
    const startedAt = performance.now();
    const { journals, problems } = await verify(service);
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('; '));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    return [
      ...rows,
      { engine, date: `verified: ${journals} journals`, days: '', loans: count, seconds, 'loan-days/s': '' },
    ];
  } finally {
    await db.close();
  }
}

async function lend(service: LoanService, count: number): Promise<void> {
  for (let lent = 0; lent < count; lent += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - lent) }, () => anOriginatedLoan(service)));
  }
  while ((await dispatchDisbursements(service.context)) > 0);
}
