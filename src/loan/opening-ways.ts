import type { BusinessDate } from './business-days.ts';
import { addDays, type CalendarDate } from './calendar.ts';
import { daysPastDue } from './lateness.ts';
import type { Loan, LoanStatus, Standing } from './loan.ts';
import { standingOn, statusOf } from './standing.ts';

/** A month to the due date, a long weekend, and the days that flex pay waits. */
const LOOK_AHEAD_DAYS = 60;

/** The state of a loan on a day, if nothing is paid until then. */
export interface Ahead {
  readonly day: BusinessDate;
  readonly standing: Standing;
  readonly status: LoanStatus;
  readonly daysPastDue: number;
}

export function aheadOn(loan: Loan & { readonly valueDate: CalendarDate }, day: BusinessDate): Ahead {
  const standing = standingOn(loan, day);
  const late = daysPastDue(standing.groups, day, standing.terms.policy.late);
  return { day, standing, status: statusOf(standing), daysPastDue: late };
}

/**
 * Finds the first day after today on which something opens to a loan if nothing is paid until then; undefined when it
 * does not within sixty days. A plan opens to EX1, due on Saturday 14/02/2026, five days before its date.
 * @param isOpen asked day by day, the earliest first
 */
export function opensOn(
  loan: Loan & { readonly valueDate: CalendarDate },
  today: BusinessDate,
  isOpen: (ahead: Ahead) => boolean,
): Ahead | undefined {
  for (let days = 1; days <= LOOK_AHEAD_DAYS; days++) {
    const ahead = aheadOn(loan, { ...today, date: addDays(today.date, days) });
    if (isOpen(ahead)) return ahead;
  }
  return undefined;
}
