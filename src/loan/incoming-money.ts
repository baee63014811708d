import { type AllocationRule, payGroups, waiveLine } from './allocation.ts';
import type { PrepaymentMode, Standing } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import { COMPONENTS, type DueGroup, lineOf, unpaid, withLine } from './obligation.ts';
import { allocationOrder, payoffCents, settle } from './payoff.ts';
import { defaultMode, prepay } from './prepayment.ts';

/**
 * Where money goes on the standing's date (domain 2.11.5). Enough to end the loan ends it, whatever it was sent for;
 * otherwise what is due is paid, oldest first, and the rest is early money. Nothing is lost: what is not allocated is
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
  // A stopped clock has no future: the payoff is all there is, and it was not reached.
  if (standing.groups.every(isDue)) throw new RangeError(`money without an obligation: ${due.leftCents}`);
  return prepay(after, due.leftCents, mode ?? defaultMode(after, due.leftCents), rule);
}

/**
 * Lets go of up to an amount, in the order of allocation; never more than there is. Used for remainders too small to
 * ask for and for the promised discount of a settlement.
 */
export function waive(standing: Standing, amount: Cents, options: { readonly principal: boolean }): Standing {
  let left = amount;
  const groups = standing.groups.map((group) => {
    let result = group;
    for (const component of COMPONENTS) {
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

/** What is unpaid of everything but principal: the most a settlement may let go. */
export function unpaidCosts(standing: Standing): Cents {
  const costs = COMPONENTS.filter((component) => component !== 'principal');
  return sum(...standing.groups.flatMap((group) => costs.map((component) => unpaid(lineOf(group, component)))));
}
