import type { FlexProgress, PlanProgress } from './arrangement.ts';
import type { BusinessDate } from './business-days.ts';
import { addMonths, type CalendarDate } from './calendar.ts';
import { inOrderOfEffect } from './day-order.ts';
import { isDisbursed, type Loan, type LoanFact } from './loan.ts';
import { foldFacts } from './standing.ts';

/** Every plan and flex pay of a loan, oldest first, each in its state when the next one replaced it. */
export interface ArrangementHistory {
  readonly plans: readonly PlanProgress[];
  readonly flexes: readonly FlexProgress[];
}

/**
 * The result of each arrangement by a date. A standing knows only the last one, but eligibility for another depends
 * on all of them (domain 2.13: at most one broken plan in twelve months). Computed from the facts, so that a payment
 * in time that becomes known late restores a plan that looked broken.
 */
export function arrangementHistory(loan: Loan, day: BusinessDate): ArrangementHistory {
  const plans: PlanProgress[] = [];
  const flexes: FlexProgress[] = [];
  if (!isDisbursed(loan)) return { plans, flexes };
  const counted = inOrderOfEffect(
    loan.facts.filter((fact) => fact.date <= day.date && !(fact.kind === 'payment' && fact.reversedOn)),
  );
  const agreed = counted.filter(isArrangement);
  for (const [index, fact] of agreed.entries()) {
    const next = agreed[index + 1];
    const before = next ? counted.slice(0, counted.indexOf(next)) : counted;
    const { plan, flex } = foldFacts(loan, before, { date: next?.date ?? day.date, calendar: day.calendar });
    if (plan?.id === fact.id) plans.push(plan);
    if (flex?.id === fact.id) flexes.push(flex);
  }
  return { plans, flexes };
}

function isArrangement(fact: LoanFact): boolean {
  return fact.kind === 'plan' || fact.kind === 'flex';
}

/** Plans that broke within the twelve months before a date. */
export function plansBrokenInAYear({ plans }: ArrangementHistory, today: CalendarDate): number {
  const since = addMonths(today, -12);
  return plans.filter(({ status, endedOn }) => status === 'BROKEN' && endedOn !== undefined && endedOn > since).length;
}
