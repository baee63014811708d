import { flexCheckpoints, planCheckpoints } from './arrangement.ts';
import type { BusinessDate } from './business-days.ts';
import type { CalendarDate } from './calendar.ts';
import { isDisbursed, type Loan, type Payment, type Standing } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  FEE_COMPONENTS,
  INTEREST_COMPONENTS,
  lineOf,
  unpaidOfGroup,
  unpaidPrincipal,
  withLine,
} from './obligation.ts';
import { forgivesMoratory, payoffCents } from './payoff.ts';
import type { RemainingRow } from './remaining-schedule.ts';
import { foldFacts, standingOn } from './standing.ts';

/** One due date of a running loan as a client sees it: cost, paid, unpaid. */
export interface ScheduleRow extends RemainingRow {
  /** 1, 2, … in order of due dates; a top-up has a row of its own. */
  readonly number: number;
  readonly paidCents: Cents;
  readonly unpaidCents: Cents;
}

/**
 * The current schedule. Of moratory interest that a plan may forgive only what was paid already is shown, so that the
 * rows add up to the total due and what is paid of them to what was received. EX1 before its due date: one row, 500,00 + 31,89 + 30,00 + IGV 11,14 = 573,03.
 */
export function scheduleRows(standing: Standing): ScheduleRow[] {
  const forgives = forgivesMoratory(standing);
  return standing.groups.map((group, index) => scheduleRow(forgives ? onlyPaidMoratory(group) : group, index + 1));
}

function onlyPaidMoratory(group: DueGroup): DueGroup {
  const { moratory } = group.lines;
  if (!moratory) return group;
  return withLine(group, 'moratory', { ...moratory, netCents: sum(moratory.paidNetCents, moratory.waivedNetCents) });
}

function scheduleRow(group: DueGroup, number: number): ScheduleRow {
  const net = (components: readonly Component[]): Cents =>
    sum(
      ...components.map((component) => {
        const of = lineOf(group, component);
        return subtract(of.netCents, of.waivedNetCents);
      }),
    );
  const lines = COMPONENTS.map((component) => lineOf(group, component));
  const vatCents = sum(...lines.map((of) => subtract(of.vatCents, of.waivedVatCents)));
  const paidCents = sum(...lines.map((of) => sum(of.paidNetCents, of.paidVatCents)));
  const totalCents = sum(net(COMPONENTS), vatCents);
  return {
    number,
    dueDate: group.dueDate,
    principalCents: net(['principal']),
    interestCents: net(INTEREST_COMPONENTS),
    feesCents: net(FEE_COMPONENTS),
    vatCents,
    moratoryCents: net(['moratory']),
    totalCents,
    paidCents,
    unpaidCents: subtract(totalCents, paidCents),
  };
}

/** A point of the chart "remaining balance over time". */
export interface BalancePoint {
  readonly date: CalendarDate;
  readonly principalOutstandingCents: Cents;
  /** In the future: assumes that every payment is made on its date. */
  readonly planned: boolean;
}

/**
 * The outstanding principal over the life of a loan: after everything up to today, then after each future payment if
 * it is made on its date. EX1 on 20/01/2026: 500,00 on 15/01, 500,00 today, 0,00 on 14/02.
 */
export function balanceOverTime(loan: Loan, day: BusinessDate): BalancePoint[] {
  if (!isDisbursed(loan)) return [];
  const happened = loan.facts.map(({ date }) => date).filter((date) => date <= day.date);
  const dates = [...new Set([loan.valueDate, ...happened, day.date])].sort();
  const past = dates.map((date) => ({
    date,
    principalOutstandingCents: principalOn(standingOn(loan, { date, calendar: day.calendar })),
    planned: false,
  }));
  return [...past, ...plannedPoints(loan, day)];
}

function plannedPoints(loan: Loan & { readonly valueDate: CalendarDate }, day: BusinessDate): BalancePoint[] {
  const standing = standingOn(loan, day);
  if (standing.paidOn || standing.writtenOff) return [];
  let facts = loan.facts.filter((fact) => fact.date <= day.date && !(fact.kind === 'payment' && fact.reversedOn));
  return datesToCome(standing).map((date, index) => {
    const before = foldFacts(loan, facts, { date, calendar: day.calendar });
    const amountCents = askedOn(before, date);
    if (amountCents > 0) facts = [...facts, plannedPayment(before, index, date, amountCents)];
    const after = foldFacts(loan, facts, { date, calendar: day.calendar });
    return { date, principalOutstandingCents: principalOn(after), planned: true };
  });
}

function datesToCome(standing: Standing): CalendarDate[] {
  const { plan, flex, groups, date } = standing;
  const dates =
    plan && !plan.endedOn
      ? planCheckpoints(plan, standing.calendar).map(({ dueDate }) => dueDate)
      : flex && !flex.endedOn
        ? flexCheckpoints(flex).map(({ dueDate }) => dueDate)
        : groups.map(({ dueDate }) => dueDate);
  return [...new Set(dates.filter((due) => due > date))].sort();
}

/** What has to be paid by a date to be on time. */
function askedOn(standing: Standing, date: CalendarDate): Cents {
  const { plan, flex, groups } = standing;
  const checkpoints =
    plan && !plan.endedOn
      ? planCheckpoints(plan, standing.calendar)
      : flex && !flex.endedOn
        ? flexCheckpoints(flex)
        : null;
  if (!checkpoints) {
    const due = groups.filter((group) => group.dueDate <= date);
    return subtract(sum(...due.map(unpaidOfGroup)), standing.creditCents);
  }
  const agreed = plan && !plan.endedOn ? plan.terms.totalCents : (flex?.terms.balanceCents ?? ZERO);
  const required = checkpoints.findLast(({ dueDate }) => dueDate <= date)?.requiredCents ?? ZERO;
  return cents(required - (agreed - payoffCents(standing)));
}

function plannedPayment({ plan, flex }: Standing, index: number, date: CalendarDate, amountCents: Cents): Payment {
  const arranged = (plan && !plan.endedOn) || (flex && !flex.endedOn);
  const use = arranged ? ({ kind: 'arrangement' } as const) : ({ kind: 'ordinary' } as const);
  return { kind: 'payment', id: `planned-${String(index).padStart(4, '0')}`, date, amountCents, into: 'bank', use };
}

function principalOn(standing: Standing): Cents {
  return standing.paidOn ? ZERO : sum(...standing.groups.map(unpaidPrincipal));
}
