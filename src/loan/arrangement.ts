import type { BankCalendar } from './business-days.ts';
import { addDays, type CalendarDate, laterOf } from './calendar.ts';
import { effectiveDueDate } from './lateness.ts';
import { type Cents, cents, sum, times, ZERO } from './money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  earnedBy,
  type Line,
  lineOf,
  scheduledInterest,
  unpaidPrincipal,
} from './obligation.ts';

/** A confirmed payment plan (domain 2.13): its dates and amounts do not change. */
export interface PlanTerms {
  readonly items: readonly { readonly dueDate: CalendarDate; readonly amountCents: Cents }[];
  readonly totalCents: Cents;
  /** Business days late until it is at risk, then calendar days until it is broken. */
  readonly atRiskAfterBusinessDays: number;
  readonly brokenAfterDays: number;
}

/** An activated flex pay (domain 2.14). */
export interface FlexTerms {
  readonly balanceCents: Cents;
  readonly minPaymentCents: Cents;
  readonly minMonthlyCents: Cents;
  readonly periodDays: number;
  readonly endedAfterDays: number;
  readonly finalDate: CalendarDate;
}

export interface PlanProgress {
  readonly id: string;
  readonly since: CalendarDate;
  readonly terms: PlanTerms;
  readonly status: 'ACTIVE' | 'AT_RISK' | 'BROKEN' | 'COMPLETED';
  readonly endedOn?: CalendarDate | undefined;
}

export interface FlexProgress {
  readonly id: string;
  readonly since: CalendarDate;
  readonly terms: FlexTerms;
  readonly status: 'ACTIVE' | 'AT_RISK' | 'ENDED' | 'PAID';
  readonly endedOn?: CalendarDate | undefined;
}

/** An amount required by a date, and the consequence of missing it. */
export interface Checkpoint {
  readonly dueDate: CalendarDate;
  /** Cumulative since the start of the arrangement. */
  readonly requiredCents: Cents;
  readonly atRiskOn: CalendarDate;
  readonly endsOn: CalendarDate;
}

/** A plan's checkpoints: at risk 5 business days after the last day to pay in time, broken 10 days later. */
export function planCheckpoints({ terms }: PlanProgress, calendar: BankCalendar): Checkpoint[] {
  let requiredCents = ZERO;
  return terms.items.map(({ dueDate, amountCents }) => {
    requiredCents = sum(requiredCents, amountCents);
    const atRiskOn = businessDaysAfter(effectiveDueDate(dueDate, calendar), terms.atRiskAfterBusinessDays, calendar);
    return { dueDate, requiredCents, atRiskOn, endsOn: addDays(atRiskOn, terms.brokenAfterDays) };
  });
}

/**
 * Lists a flex pay's checkpoints. Every 30 days its minimum must have come in, counted from the start, so that paying
 * more in one month helps the next; on the final date everything.
 */
export function flexCheckpoints({ since, terms }: FlexProgress): Checkpoint[] {
  const checkpoints: Checkpoint[] = [];
  for (let k = 1; ; k++) {
    const dueDate = addDays(since, terms.periodDays * k);
    if (dueDate >= terms.finalDate) break;
    const requiredCents = cents(Math.min(times(terms.minMonthlyCents, k), terms.balanceCents));
    checkpoints.push({
      dueDate,
      requiredCents,
      atRiskOn: addDays(dueDate, 1),
      endsOn: addDays(dueDate, terms.endedAfterDays),
    });
  }
  const last = addDays(terms.finalDate, 1);
  checkpoints.push({ dueDate: terms.finalDate, requiredCents: terms.balanceCents, atRiskOn: last, endsOn: last });
  return checkpoints;
}

/**
 * The first checkpoint that the payments so far miss by more than small change (`LateTerms.toleranceCents`), because no
 * method takes a rest of a few céntimos and owing it is not being late. The amount of the next one includes such a rest.
 */
export function nextCheckpoint(
  checkpoints: readonly Checkpoint[],
  paidCents: Cents,
  { toleranceCents }: { readonly toleranceCents: Cents },
): Checkpoint | undefined {
  return checkpoints.find(({ requiredCents }) => requiredCents > sum(paidCents, toleranceCents));
}

function businessDaysAfter(date: CalendarDate, count: number, calendar: BankCalendar): CalendarDate {
  let day = date;
  for (let k = 0; k < count; k++) day = effectiveDueDate(addDays(day, 1), calendar);
  return day;
}

/**
 * Freezes a loan's accrual: every line becomes what it has earned by the date, and nothing more accrues. The contract's
 * lines are kept, to be restored by `thaw`.
 */
export function freeze(groups: readonly DueGroup[], date: CalendarDate): DueGroup[] {
  return groups.map((group) => {
    if (group.contractLines) return group;
    const lines: Partial<Record<Component, Line>> = {};
    for (const component of COMPONENTS) {
      const whole = group.lines[component];
      if (whole) lines[component] = { ...whole, ...netAndVat(earnedBy(group, component, date)) };
    }
    return { ...group, lines, contractLines: group.lines };
  });
}

function netAndVat({ netCents, vatCents }: { readonly netCents: Cents; readonly vatCents: Cents }) {
  return { netCents, vatCents };
}

/**
 * Restarts the accrual when a plan or flex pay has failed (domain 2.13): payments remain, and interest resumes from
 * this date and not before; fees and due dates are the contract's again.
 */
export function thaw(groups: readonly DueGroup[], date: CalendarDate): DueGroup[] {
  return groups.map((group) => {
    if (!group.contractLines) return group;
    const { contractLines, ...rest } = group;
    const accrual = resumedAccrual(group, groups, date);
    return {
      ...rest,
      lines: restoredLines(group, contractLines, accrual),
      accrual,
      late: {
        from: laterOf(group.dueDate, date),
        closedInterestCents: lineOf(group, 'lateInterest').netCents,
        closedMoratoryCents: lineOf(group, 'moratory').netCents,
      },
    };
  });
}

/** The remaining accrual, on the principal unpaid now; a period that ended meanwhile costs nothing more. */
function resumedAccrual(group: DueGroup, groups: readonly DueGroup[], date: CalendarDate): DueGroup['accrual'] {
  const { from, to } = group.accrual;
  const closedCents = lineOf(group, 'interest').netCents;
  if (to <= date) return { from: to, to, baseCents: ZERO, closedCents };
  const fromHere = groups.filter(({ tranche, number }) => tranche === group.tranche && number >= group.number);
  return { from: laterOf(from, date), to, baseCents: sum(...fromHere.map(unpaidPrincipal)), closedCents };
}

function restoredLines(
  group: DueGroup,
  contractLines: DueGroup['lines'],
  accrual: DueGroup['accrual'],
): DueGroup['lines'] {
  const lines: Partial<Record<Component, Line>> = {};
  for (const component of COMPONENTS) {
    const now = group.lines[component];
    const before = contractLines[component];
    if (now && before) lines[component] = { ...now, ...netAndVat(before) };
  }
  if (!lines.interest) return lines;
  return { ...lines, interest: { ...lines.interest, ...scheduledInterest(accrual, group.rates) } };
}
