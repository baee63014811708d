import { calendarDate } from '#loan/calendar.ts';
import { expireQuotes } from '../store/extension-store.ts';
import type { LoanContext } from '../workflows/with-loan.ts';

/** Ends the quotes whose day is over (domain 2.12). Money for them is still taken when it comes. @returns how many */
export function expireExtensions({ db, clock }: LoanContext): Promise<number> {
  return expireQuotes(db.kysely, calendarDate(clock.businessDate()));
}
