import type { BusinessDate } from './business-days.ts';
import { addDays, type CalendarDate, daysBetween } from './calendar.ts';
import { overdueCents } from './lateness.ts';
import type { Loan, LoanStatus } from './loan.ts';
import { type Cents, cents, roundDown } from './money.ts';
import { payoffCents } from './payoff.ts';
import { standingOn, statusOf } from './standing.ts';

/**
 * States of a promise to pay. `KEPT`: at least the amount came by the end of its date. `REPLACED`: it did not, but the
 * loan is not late any more, because the client has taken another way out; it counts neither as kept nor as broken.
 */
export const PROMISE_STATUSES = ['OPEN', 'KEPT', 'BROKEN', 'REPLACED'] as const;
export type PromiseStatus = (typeof PROMISE_STATUSES)[number];

/**
 * The longest time that a promise may ask for. Wages are paid in the middle and at the end of a month: within 15 days
 * there is always a payday, and the loan cannot go from late to defaulted unmentioned.
 */
export const PROMISE_MAX_DAYS = 15;

/**
 * The part of what is overdue that a promise must be at least, one in six: kept one after another, promises of the
 * longest time end the delay in 90 days. One of a sol would have let reminders rest for ever.
 */
const PARTS_OF_OVERDUE = 6;

/** Promises that a client may break within these days; then a person takes the next one, and none without. */
export const MOST_BROKEN = 2;
export const BROKEN_WITHIN_DAYS = 60;

/** Bounds of a promise that may be made today. */
export interface PromiseRange {
  readonly minCents: Cents;
  /** Everything that will be owed on the last day. */
  readonly maxCents: Cents;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

/**
 * Tells what may be promised for a loan today; undefined when it is not late. EX1 ten days late, 24/02/2026: from a
 * sixth of the S/ 587,49 that are overdue, S/ 97,91, to all that will be owed on 11/03/2026, S/ 609,70.
 * @param leastCents the smallest payment that the lender takes
 */
export function promiseRange(
  loan: Loan & { readonly valueDate: CalendarDate },
  day: BusinessDate,
  leastCents: Cents,
): PromiseRange | undefined {
  const standing = standingOn(loan, day);
  if (!canBePromised(statusOf(standing))) return undefined;
  const until = addDays(day.date, PROMISE_MAX_DAYS);
  const maxCents = payoffCents(standingOn(loan, { ...day, date: until }));
  if (maxCents <= 0) return undefined;
  const overdue = overdueCents(standing.groups, day, standing.terms.policy.late);
  const partCents = Math.max(leastCents, roundDown(overdue / PARTS_OF_OVERDUE));
  return { minCents: cents(Math.min(partCents, maxCents)), maxCents, from: day.date, until };
}

/**
 * Tells whether a client may make the next promise alone. Two that ended on 28/02 and 20/03 unkept: from 21/03 it takes
 * a person, until 29/04 is over.
 * @param brokenDueOn the last days of the promises of this loan that were broken
 */
export function mayPromiseAlone(brokenDueOn: readonly CalendarDate[], today: CalendarDate): boolean {
  return brokenDueOn.filter((dueOn) => daysBetween(dueOn, today) <= BROKEN_WITHIN_DAYS).length < MOST_BROKEN;
}

/**
 * Decides a promise by what was really paid towards it, once its date is over: until then it is open, also when the
 * money has come already. Money that becomes known later and came in time still keeps it, and money that is taken back
 * breaks it. Worked: S/ 100 promised until 10/03/2026, S/ 60 paid on 10/03: broken on 11/03; a transfer of S/ 40 of
 * 10/03 that the bank reports on 12/03: kept.
 */
export function decidePromise(
  promise: { readonly status: PromiseStatus; readonly amountCents: Cents; readonly dueOn: CalendarDate },
  paidCents: Cents,
  { status: loanStatus, today }: { readonly status: LoanStatus; readonly today: CalendarDate },
): PromiseStatus {
  const { status, amountCents, dueOn } = promise;
  if (today <= dueOn) return status;
  if (paidCents >= amountCents) return 'KEPT';
  if (status === 'REPLACED' || status === 'BROKEN') return status;
  // One that was kept by money that was taken back since is broken, whatever has become of the loan.
  return canBePromised(loanStatus) || status === 'KEPT' ? 'BROKEN' : 'REPLACED';
}

/** The loan is late, and no agreement says what is paid when. */
function canBePromised(status: LoanStatus): boolean {
  return status === 'PAST_DUE' || status === 'DEFAULTED' || status === 'WRITTEN_OFF';
}
