import { calendarDate } from '#loan/calendar.ts';
import type { LoanContext, LockedLoan } from '#server/lending/loans/with-loan.ts';
import { moveIntent, readIntentsOf } from '#server/lending/payments/store/payment-store.ts';
import { endQuotes, expireQuotes } from './extension-store.ts';

/** Ends the quotes whose day is over (domain 2.12). Money for them is still taken when it comes. @returns how many */
export function expireExtensions({ db, clock }: LoanContext): Promise<number> {
  return expireQuotes(db.kysely, calendarDate(clock.businessDate()));
}

/**
 * Ends the extensions that are not paid, and the payments that were started for them, because a plan or flex pay takes
 * their place (domain 2.12).
 */
export async function endExtensions({ trx, id, day, now }: LockedLoan): Promise<void> {
  await endQuotes(trx, id);
  for (const intent of await readIntentsOf(trx, id, ['CREATED', 'PENDING_CUSTOMER'])) {
    if (intent.purpose !== 'EXTENSION') continue;
    await moveIntent(trx, intent, 'expired', { actor: 'clock', businessDate: day.date, now });
  }
}
