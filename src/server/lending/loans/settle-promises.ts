import type { CalendarDate } from '#loan/calendar.ts';
import type { Loan, LoanStatus } from '#loan/loan.ts';
import { decidePromise } from '#loan/promise.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { readEndedPromises, readPaidTowards, savePromise } from './store/promise-store.ts';

/**
 * Decides the promises of a loan whose date is over, and corrects those that were decided before money became known or
 * was taken back. The loan must be locked and closed up to today.
 * @returns how many have another status now
 */
export async function settlePromises(
  trx: Trx,
  loan: { readonly id: string; readonly status: LoanStatus },
  today: CalendarDate,
): Promise<number> {
  let changed = 0;
  for (const promise of await readEndedPromises(trx, loan.id, today)) {
    const paidCents = await readPaidTowards(trx, promise.id);
    const status = decidePromise(promise, paidCents, { status: loan.status, today });
    if (status === promise.status && paidCents === promise.paidCents) continue;
    await savePromise(trx, promise.id, { status, paidCents, on: today });
    if (status !== promise.status) changed += 1;
  }
  return changed;
}

/**
 * The last days of the promises of a loan that were broken. One whose date is over and that the close of the day has not
 * decided yet is decided here as it will be.
 */
export async function brokenPromises(
  db: Db,
  { id, loan }: { readonly id: string; readonly loan: Pick<Loan, 'status'> },
  today: CalendarDate,
): Promise<CalendarDate[]> {
  const ended = await readEndedPromises(db, id, today);
  const statuses = await Promise.all(
    ended.map(async (promise) =>
      promise.status === 'OPEN'
        ? decidePromise(promise, await readPaidTowards(db, promise.id), { status: loan.status, today })
        : promise.status,
    ),
  );
  return ended.filter((_, place) => statuses[place] === 'BROKEN').map(({ dueOn }) => dueOn);
}
