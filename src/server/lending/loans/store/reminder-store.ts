import type { Kysely } from 'kysely';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { RUNNING_STATUSES } from './loan-store.ts';

/** Running loans not yet processed for reminders today, in a stable order. */
export async function readLoansToRemind(
  db: Kysely<Tables>,
  date: CalendarDate,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('loan')
    .leftJoin('reminder_run', 'reminder_run.loan_id', 'loan.id')
    .select('loan.id')
    .where('loan.status', 'in', RUNNING_STATUSES)
    .where((where) => where.or([where('through', 'is', null), where('through', '<', date)]));
  if (after !== undefined) query = query.where('loan.id', '>', after);
  const rows = await query.orderBy('loan.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Claims a loan's reminder run for a date, under its row lock. False: another process has done it already. */
export async function takeReminderTurn(trx: Trx, loanId: string, date: CalendarDate): Promise<boolean> {
  const row = await trx
    .insertInto('reminder_run')
    .values({ loan_id: loanId, through: date })
    .onConflict((conflict) =>
      conflict.column('loan_id').doUpdateSet({ through: date }).where('reminder_run.through', '<', date),
    )
    .returning('loan_id')
    .executeTakeFirst();
  return row !== undefined;
}
