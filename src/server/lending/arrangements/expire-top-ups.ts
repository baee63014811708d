import { calendarDate } from '#loan/calendar.ts';
import { type LoanContext, withLoan } from '#server/lending/loans/with-loan.ts';
import { hasExpired, readLastTopUp, readLoansWithExpiredTopUp } from './top-up-store.ts';
import { withdrawTopUp } from './withdraw-top-up.ts';

/** Withdraws top-ups that were not signed in time (domain 2.15). @returns how many */
export async function expireTopUps(context: LoanContext): Promise<number> {
  const { db, clock, log } = context;
  const today = calendarDate(clock.businessDate());
  const ids = await readLoansWithExpiredTopUp(db.kysely, today, clock.now());
  let expired = 0;
  for (const id of ids) {
    try {
      const done = await withLoan(context, { id }, async (locked) => {
        const request = await readLastTopUp(locked.trx, id);
        if (request?.status !== 'ORIGINATED' || !hasExpired(request, locked.day.date, locked.now)) return false;
        return withdrawTopUp(locked, 'EXPIRED');
      });
      if (done === true) expired += 1;
    } catch (error) {
      // A loan that fails does not stop the others; it is retried in the next run.
      log.error({ err: error, loanId: id }, 'a top-up could not be ended');
    }
  }
  return expired;
}
