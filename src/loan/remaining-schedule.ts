import { payGroups } from './allocation.ts';
import { type Checkpoint, flexCheckpoints, nextCheckpoint, planCheckpoints } from './arrangement.ts';
import type { CalendarDate } from './calendar.ts';
import type { Standing } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  FEE_COMPONENTS,
  INTEREST_COMPONENTS,
  lineOf,
  unpaidNet,
  unpaidVat,
} from './obligation.ts';
import { allocationOrder, askedComponents, payoffCents } from './payoff.ts';

/** A payment that is left on one date, part by part; `totalCents` is their sum. */
export interface RemainingRow {
  /** The number of the instalment, of the plan's payment, or of the flex pay's minimum. */
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
  readonly vatCents: Cents;
  readonly moratoryCents: Cents;
  readonly totalCents: Cents;
}

/** Sums everything unpaid to maturity, without moratory interest that a plan may forgive. */
export function outstandingCents(standing: Standing): Cents {
  return standing.paidOn ? ZERO : unpaidParts(standing.groups, askedComponents(standing)).totalCents;
}

/**
 * Lists the remaining payments: the open instalments of the contract or, while a plan or flex pay runs, its own dates.
 * EX1 with a plan of three: three rows that add up to the plan's total, on the plan's dates.
 */
export function remainingRows(standing: Standing): RemainingRow[] {
  if (standing.paidOn) return [];
  const arranged = arrangementOf(standing);
  if (arranged) return arrangedRows(standing, arranged);
  return standing.groups
    .map((group) => ({ number: group.number, dueDate: group.dueDate, ...unpaidParts([group], COMPONENTS) }))
    .filter(({ totalCents }) => totalCents > 0);
}

interface Arranged {
  readonly checkpoints: readonly Checkpoint[];
  readonly agreedCents: Cents;
}

/** Gives the dates and the amount of a plan or flex pay while it runs. */
export function arrangementOf({ plan, flex, calendar }: Standing): Arranged | undefined {
  if (plan && !plan.endedOn) {
    return { checkpoints: planCheckpoints(plan, calendar), agreedCents: plan.terms.totalCents };
  }
  if (flex && !flex.endedOn) return { checkpoints: flexCheckpoints(flex), agreedCents: flex.terms.balanceCents };
  return undefined;
}

/** Gives each date its missing amount, from the oldest obligation on, as payments in the arrangement do. */
function arrangedRows(standing: Standing, { checkpoints, agreedCents }: Arranged): RemainingRow[] {
  const rows: RemainingRow[] = [];
  const asked = askedComponents(standing);
  const how = { order: allocationOrder(standing), date: standing.date, calendar: standing.calendar };
  let groups: readonly DueGroup[] = standing.groups;
  let paid = subtract(agreedCents, payoffCents(standing));
  const next = nextCheckpoint(checkpoints, paid, standing.terms.policy.late);
  // Small change of all is left for the last date.
  const from = next ? checkpoints.indexOf(next) : checkpoints.length - 1;
  for (const [index, { dueDate, requiredCents }] of checkpoints.entries()) {
    if (index < from || requiredCents <= paid) continue;
    const after = payGroups(groups, subtract(requiredCents, paid), how).groups;
    rows.push({ number: index + 1, dueDate, ...difference(unpaidParts(groups, asked), unpaidParts(after, asked)) });
    [groups, paid] = [after, requiredCents];
  }
  return rows;
}

type Parts = Omit<RemainingRow, 'number' | 'dueDate'>;

function unpaidParts(groups: readonly DueGroup[], asked: readonly Component[]): Parts {
  const over = (components: readonly Component[], part: typeof unpaidNet): Cents => {
    const counted = components.filter((component) => asked.includes(component));
    return sum(...groups.flatMap((group) => counted.map((component) => part(lineOf(group, component)))));
  };
  const vatCents = over(COMPONENTS, unpaidVat);
  return {
    principalCents: over(['principal'], unpaidNet),
    interestCents: over(INTEREST_COMPONENTS, unpaidNet),
    feesCents: over(FEE_COMPONENTS, unpaidNet),
    vatCents,
    moratoryCents: over(['moratory'], unpaidNet),
    totalCents: sum(over(COMPONENTS, unpaidNet), vatCents),
  };
}

function difference(before: Parts, after: Parts): Parts {
  const of = (part: keyof Parts): Cents => cents(before[part] - after[part]);
  return {
    principalCents: of('principalCents'),
    interestCents: of('interestCents'),
    feesCents: of('feesCents'),
    vatCents: of('vatCents'),
    moratoryCents: of('moratoryCents'),
    totalCents: of('totalCents'),
  };
}
