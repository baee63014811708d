import { arrangementHistory } from './arrangement-history.ts';
import type { BusinessDate } from './business-days.ts';
import { type CalendarDate, daysBetween } from './calendar.ts';
import { effectiveDueDate } from './lateness.ts';
import { isDisbursed, type Loan, type Standing } from './loan.ts';
import type { DueGroup } from './obligation.ts';
import { paidInFullOn, standingOn, statusOf } from './standing.ts';
import { type TrustEvent, trustEventOfPaidLoan } from './trust-level.ts';

/**
 * Lists the trust events of one loan by a date (domain 2.10): payout confirmed, default, a completed plan, paid off.
 * From the facts, so that a payment in time that became known late counts on its own date, and a reversed one does not
 * count.
 * @param enteredDefault the dates on which the loan's history says DEFAULTED; those that later facts have undone are
 * ignored
 */
export function trustEventsOfLoan(
  loan: Loan,
  enteredDefault: readonly CalendarDate[],
  day: BusinessDate,
): TrustEvent[] {
  if (!isDisbursed(loan)) return [];
  const loanNumber = loan.number;
  const events: TrustEvent[] = [{ date: loan.valueDate, event: 'bank-account-confirmed', loanNumber }];
  const defaulted = enteredDefault
    .filter((date) => date <= day.date)
    .find((date) => statusOf(standingOn(loan, { date, calendar: day.calendar })) === 'DEFAULTED');
  if (defaulted) events.push({ date: defaulted, event: 'loan-defaulted', loanNumber });
  for (const { status, endedOn } of arrangementHistory(loan, day).plans) {
    if (status === 'COMPLETED' && endedOn) events.push({ date: endedOn, event: 'plan-completed', loanNumber });
  }
  const standing = standingOn(loan, day);
  const paidOn = paidInFullOn(standing);
  if (paidOn && !defaulted) {
    const event = trustEventOfPaidLoan(daysLateWhenPaid(standing));
    events.push({ date: paidOn, event, loanNumber });
  }
  return events;
}

/**
 * Counts the days late of the last payment, from the last due date, extensions included; 0 up to the last day to pay. A
 * client who kept a plan or flex pay has paid as agreed, so then the delay before it counts.
 */
function daysLateWhenPaid({ paidOn, plan, flex, groups, calendar }: Standing): number {
  const kept = plan?.status === 'COMPLETED' ? plan.since : flex?.status === 'PAID' ? flex.since : undefined;
  const day = kept ?? paidOn;
  // A top-up may have been confirmed late: the last due date counts.
  const { dueDate } = groups.at(-1) as DueGroup;
  if (day === undefined || day <= effectiveDueDate(dueDate, calendar)) return 0;
  return daysBetween(dueDate, day);
}
