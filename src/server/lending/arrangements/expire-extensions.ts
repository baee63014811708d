import { calendarDate } from '#loan/calendar.ts';
import type { LoanContext } from '#server/lending/loans/with-loan.ts';
import { expireQuotes } from './extension-store.ts';

/** Ends the quotes whose day is over (domain 2.12). Money for them is still taken when it comes. @returns how many */
export function expireExtensions({ db, clock }: LoanContext): Promise<number> {
  return expireQuotes(db.kysely, calendarDate(clock.businessDate()));
}
