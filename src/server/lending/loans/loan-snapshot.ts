import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { IsBusinessDay } from '#loan/lateness.ts';
import type { Loan } from '#loan/loan.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { readOpenLoan, type StoredLoan } from './store/loan-store.ts';

/** A loan and the moment it is looked at, with a lock on it (then it is a `LoanInHand`) or without. */
export interface LoanSeen {
  readonly id: string;
  readonly personId: string;
  readonly loan: Loan;
  readonly today: CalendarDate;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isBusinessDay: IsBusinessDay;
  readonly isHoliday: (date: CalendarDate) => boolean;
}

export type SeeingServices = Pick<LendingContext, 'db' | 'clock' | 'calendar'>;

/** The client's active loan as it is now; nobody waits for anybody. */
export async function seeOpenLoan(services: SeeingServices, personId: string): Promise<LoanSeen | undefined> {
  const stored = await readOpenLoan(services.db.kysely, personId);
  return stored && seen(services, stored);
}

/** A stored loan as it is seen today. */
export async function seen({ db, clock, calendar }: SeeingServices, stored: StoredLoan): Promise<LoanSeen> {
  const { id, personId, loan, bookedThrough } = stored;
  const date = calendarDate(clock.businessDate());
  // Another copy of this service may have passed midnight already: a loan never goes back a day.
  const today = bookedThrough !== undefined && bookedThrough > date ? bookedThrough : date;
  return { id, personId, loan, today, now: clock.now(), ...(await calendar.days(db.kysely)) };
}

/** The policies in force on the business date. */
export async function policiesOf({ parameters }: Pick<LendingContext, 'parameters'>): Promise<Policies> {
  return (await parameters.inForce()).policies();
}
