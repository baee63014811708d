import { activeLoan } from '#loan/active-loan.ts';
import type { BusinessDate } from '#loan/business-days.ts';
import { addDays, type CalendarDate } from '#loan/calendar.ts';
import { daysPastDue, overdueCents } from '#loan/lateness.ts';
import { isDisbursed } from '#loan/loan.ts';
import { type Cents, ZERO } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import type { Trx } from '#server/kit/tables.ts';
import { saveLateLoans } from './store/late-loan-store.ts';
import { LATE_STATUSES, type StoredLoan } from './store/loan-store.ts';

/** How late a loan is on a day. */
export interface Lateness {
  /** The due date from which its days late count; undefined while it is not late. */
  readonly since: CalendarDate | undefined;
  readonly overdueCents: Cents;
  /** Of the next payment, which may be past; undefined when nothing is owed. */
  readonly nextDue: CalendarDate | undefined;
}

/** Tells how late a loan is on a day. */
export function latenessOf({ loan }: StoredLoan, day: BusinessDate): Lateness {
  const canBeLate = (LATE_STATUSES as readonly string[]).includes(loan.status);
  if (!canBeLate || !isDisbursed(loan)) return { since: undefined, overdueCents: ZERO, nextDue: undefined };
  const nextDue = activeLoan(loan, day).nextPaymentDate ?? undefined;
  const { groups, terms } = standingOn(loan, day);
  const { late } = terms.policy;
  const days = daysPastDue(groups, day, late);
  if (days === 0) return { since: undefined, overdueCents: ZERO, nextDue };
  return { since: addDays(day.date, -days), overdueCents: overdueCents(groups, day, late), nextDue };
}

/** Keeps the worklist's row of a loan in step with a change that was just saved. */
export async function recordLateness(
  trx: Trx,
  before: StoredLoan,
  after: StoredLoan,
  day: BusinessDate,
): Promise<void> {
  const canBeLate = [before, after].some(({ loan }) => (LATE_STATUSES as readonly string[]).includes(loan.status));
  if (!canBeLate) return;
  const row = { loanId: after.id, ...latenessOf(after, day), asOf: day.date };
  await saveLateLoans(trx, [row], { overSameDay: true });
}
