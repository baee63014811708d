import { daysBetween } from './calendar.ts';
import { overdueGroups } from './lateness.ts';
import type { Standing } from './loan.ts';
import { type Cents, subtract, sum } from './money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  FEE_COMPONENTS,
  INTEREST_COMPONENTS,
  lineOf,
  withLine,
} from './obligation.ts';
import { forgivesMoratory } from './payoff.ts';
import type { RemainingRow } from './remaining-schedule.ts';

/** One due date of a running loan as a client sees it: cost, paid, unpaid. */
export interface ScheduleRow extends RemainingRow {
  /** 1, 2, … in order of due dates; a top-up has a row of its own. */
  readonly number: number;
  /** Days since its due date once its last day to pay has passed; 0 before, and while a plan or flex pay runs. */
  readonly daysLate: number;
  readonly paidCents: Cents;
  readonly unpaidCents: Cents;
}

/**
 * Lists the current schedule. Of moratory interest that a plan may forgive only what was paid already is shown, so that
 * the rows add up to the total due and what is paid of them to what was received. EX1 before its due date: one row,
 * 500,00 + 31,89 + 30,00 + IGV 11,14 = 573,03.
 */
export function scheduleRows(standing: Standing): ScheduleRow[] {
  const forgives = forgivesMoratory(standing);
  const late = lateGroups(standing);
  return standing.groups.map((group, index) => ({
    ...scheduleRow(forgives ? onlyPaidMoratory(group) : group, index + 1),
    daysLate: late.includes(group) ? daysBetween(group.dueDate, standing.date) : 0,
  }));
}

function lateGroups({ groups, date, calendar, terms, plan, flex }: Standing): readonly DueGroup[] {
  const isAgreed = (plan && !plan.endedOn) || (flex && !flex.endedOn);
  return isAgreed ? [] : overdueGroups(groups, { date, calendar }, terms.policy.late);
}

function onlyPaidMoratory(group: DueGroup): DueGroup {
  const { moratory } = group.lines;
  if (!moratory) return group;
  return withLine(group, 'moratory', { ...moratory, netCents: sum(moratory.paidNetCents, moratory.waivedNetCents) });
}

function scheduleRow(group: DueGroup, number: number): Omit<ScheduleRow, 'daysLate'> {
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
