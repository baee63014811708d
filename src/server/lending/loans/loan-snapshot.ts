import type { Kysely } from 'kysely';
import type { BusinessDate } from '#loan/business-days.ts';
import { type CalendarDate, calendarDate, laterOf } from '#loan/calendar.ts';
import type { Loan } from '#loan/loan.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { readOpenLoan, type StoredLoan } from './store/loan-store.ts';

/** A loan as of an instant. A `LockedLoan` is one that is also locked. */
export interface LoanSnapshot {
  readonly id: string;
  readonly personId: string;
  readonly loan: Loan;
  readonly day: BusinessDate;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type SnapshotContext = Pick<LendingContext, 'db' | 'clock' | 'calendar'>;

/** The client's active loan as of now, without a lock. */
export async function readOpenLoanSnapshot(
  services: SnapshotContext,
  personId: string,
): Promise<LoanSnapshot | undefined> {
  const stored = await readOpenLoan(services.db.kysely, personId);
  return stored && snapshotOf(services, stored);
}

/** A stored loan as of today. */
export async function snapshotOf({ db, clock, calendar }: SnapshotContext, stored: StoredLoan): Promise<LoanSnapshot> {
  const { id, personId, loan } = stored;
  return {
    id,
    personId,
    loan,
    day: await businessDateOfLoan(db.kysely, { clock, calendar }, stored),
    now: clock.now(),
  };
}

/** Today, for a loan. Another copy of this service may have passed midnight: a loan never goes back a day. */
export function todayOfLoan(clock: Clock, { bookedThrough }: Pick<StoredLoan, 'bookedThrough'>): CalendarDate {
  const today = calendarDate(clock.businessDate());
  return laterOf(today, bookedThrough ?? today);
}

/** The business date of a loan: `todayOfLoan`, and what kind of day it is. */
export async function businessDateOfLoan(
  db: Kysely<Tables>,
  { clock, calendar }: Pick<LendingContext, 'clock' | 'calendar'>,
  loan: Pick<StoredLoan, 'bookedThrough'>,
): Promise<BusinessDate> {
  return { date: todayOfLoan(clock, loan), calendar: await calendar.days(db) };
}

/** The policies in force on the business date. */
export async function policiesOf({ parameters }: Pick<LendingContext, 'parameters'>): Promise<Policies> {
  return (await parameters.inForce()).policies();
}
