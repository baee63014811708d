import { type AllocationRule, payGroups, waiveLine } from './allocation.ts';
import type { PrepaymentMode, Standing } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import { COMPONENTS, type DueGroup, lineOf, unpaid, withLine } from './obligation.ts';
import { allocationOrder, askedComponents, payoffCents, settle } from './payoff.ts';
import { defaultMode, prepay } from './prepayment.ts';

/**
 * Allocates money on the standing's date (domain 2.11.5). If it is enough to pay the loan off it does, whatever its
 * purpose; otherwise what is due is paid, oldest first, and the rest is a prepayment. What is not allocated becomes
 * credit (invariant P15). EX1, 573,03 sent on day 25 when 562,27 is enough: credit 10,76.
 */
export function receiveMoney(standing: Standing, amount: Cents, mode: PrepaymentMode | undefined): Standing {
  if (standing.paidOn) return { ...standing, creditCents: sum(standing.creditCents, amount) };
  if (amount >= payoffCents(standing)) return settle(standing, amount);

  const pool = sum(standing.creditCents, amount);
  if (pool <= 0) return { ...standing, creditCents: pool };
  return allocate({ ...standing, creditCents: ZERO }, pool, mode);
}

function allocate(standing: Standing, pool: Cents, mode: PrepaymentMode | undefined): Standing {
  const rule: AllocationRule = { order: allocationOrder(standing), date: standing.date, calendar: standing.calendar };
  const isDue = (group: DueGroup): boolean => group.contractLines !== undefined || group.dueDate <= standing.date;
  const due = payGroups(standing.groups.filter(isDue), pool, rule);
  const after = { ...standing, groups: [...due.groups, ...standing.groups.filter((group) => !isDue(group))] };
  if (due.leftCents === 0) return after;
  // With frozen accrual everything is due: the payoff is all there is, and the money was not enough for it.
  if (standing.groups.every(isDue)) throw new RangeError(`money without an obligation: ${due.leftCents}`);
  return prepay(after, due.leftCents, mode ?? defaultMode(after, due.leftCents), rule);
}

/**
 * Waives up to an amount, in the order of allocation; never more than there is. Used for remainders too small to
 * collect and for the discount of a settlement. A plan's moratory interest is not part of it, nor of what it asks.
 */
export function waive(standing: Standing, amount: Cents, options: { readonly principal: boolean }): Standing {
  let left = amount;
  const groups = standing.groups.map((group) => {
    let result = group;
    for (const component of askedComponents(standing)) {
      const of = lineOf(group, component);
      const part = cents(Math.min(left, Math.max(0, unpaid(of))));
      if (part === 0 || (component === 'principal' && !options.principal)) continue;
      result = withLine(result, component, waiveLine(of, part));
      left = subtract(left, part);
    }
    return result;
  });
  return { ...standing, groups };
}

/** Sums everything unpaid except principal: the maximum a settlement may waive. */
export function unpaidCosts(standing: Standing): Cents {
  const costs = COMPONENTS.filter((component) => component !== 'principal');
  return sum(...standing.groups.flatMap((group) => costs.map((component) => unpaid(lineOf(group, component)))));
}
