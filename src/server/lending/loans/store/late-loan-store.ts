import { sql } from 'kysely';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import { LATE_STATUSES } from './loan-store.ts';

interface LateLoanRow {
  readonly loanId: string;
  readonly since: CalendarDate | undefined;
  readonly overdueCents: Cents;
  readonly nextDue: CalendarDate | undefined;
  readonly asOf: CalendarDate;
}

/** @param overSameDay a row of the same day is replaced too: what it was computed from has changed */
export async function saveLateLoans(
  db: Db,
  rows: readonly LateLoanRow[],
  { overSameDay }: { readonly overSameDay: boolean },
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('late_loan')
    .values(
      rows.map(({ loanId, since, overdueCents, nextDue, asOf }) => ({
        loan_id: loanId,
        late_since: since ?? null,
        overdue: overdueCents,
        next_due: nextDue ?? null,
        as_of: asOf,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('loan_id')
        .doUpdateSet((row) => ({
          late_since: row.ref('excluded.late_since'),
          overdue: row.ref('excluded.overdue'),
          next_due: row.ref('excluded.next_due'),
          as_of: row.ref('excluded.as_of'),
        }))
        .where(overSameDay ? sql<boolean>`true` : sql<boolean>`late_loan.as_of < excluded.as_of`),
    )
    .execute();
}

/** Loans that can be late and have no row of today, in a stable order. */
export async function readStaleLateLoans(
  db: Db,
  today: CalendarDate,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('loan')
    .leftJoin('late_loan', 'late_loan.loan_id', 'loan.id')
    .select('loan.id')
    .where('loan.status', 'in', LATE_STATUSES)
    .where((where) => where.or([where('as_of', 'is', null), where('as_of', '<', today)]));
  if (after !== undefined) query = query.where('loan.id', '>', after);
  const rows = await query.orderBy('loan.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}
