import { calendarDate } from '#loan/calendar.ts';
import { remindOfTopUp } from '#server/lending/loans/remind-clients.ts';
import { type LoanContext, withLoan } from '#server/lending/loans/with-loan.ts';
import { endsSoon, hasExpired, readLastTopUp, readLoansWithEndingTopUp } from './top-up-store.ts';
import { withdrawTopUp } from './withdraw-top-up.ts';

/** Withdraws top-ups that were not signed in time (domain 2.15), and reminds their clients before. @returns how many ended */
export async function expireTopUps(context: LoanContext): Promise<number> {
  const { db, clock, log } = context;
  const today = calendarDate(clock.businessDate());
  const ids = await readLoansWithEndingTopUp(db.kysely, today, clock.now());
  let expired = 0;
  for (const id of ids) {
    try {
      const done = await withLoan(context, { id }, async (locked) => {
        const request = await readLastTopUp(locked.trx, id);
        if (request?.status !== 'ORIGINATED') return false;
        if (hasExpired(request, locked.day.date, locked.now)) return withdrawTopUp(locked, 'EXPIRED');
        if (endsSoon(request, locked.now)) await remindOfTopUp(locked, request);
        return false;
      });
      if (done === true) expired += 1;
    } catch (error) {
      // A loan that fails does not stop the others; it is retried in the next run.
      log.error({ err: error, loanId: id }, 'a top-up could not be ended');
    }
  }
  return expired;
}
