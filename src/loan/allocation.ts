import type { BusinessDate } from './business-days.ts';
import { closeLateStretch, isLate } from './lateness.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import {
  type Component,
  type DueGroup,
  type Line,
  lineOf,
  unpaid,
  unpaidNet,
  unpaidVat,
  withLine,
} from './obligation.ts';

/** The result of paying from an amount, with what is left of it. */
export interface Paid {
  readonly groups: readonly DueGroup[];
  readonly leftCents: Cents;
}

/**
 * Pays part or all of a line. A part is split between the line and its IGV in the proportion in which both are unpaid,
 * the odd céntimo to the line, so that a paid fee always carries its tax (domain 2.11.5): 5,00 of 10,41 + 1,87 is 4,24
 * + 0,76.
 */
export function payLine(of: Line, amount: Cents): Line {
  const vat = vatPart(of, amount);
  return { ...of, paidNetCents: cents(of.paidNetCents + amount - vat), paidVatCents: cents(of.paidVatCents + vat) };
}

/** Waives part or all of a line, split like a payment. */
export function waiveLine(of: Line, amount: Cents): Line {
  const vat = vatPart(of, amount);
  return {
    ...of,
    waivedNetCents: cents(of.waivedNetCents + amount - vat),
    waivedVatCents: cents(of.waivedVatCents + vat),
  };
}

function vatPart(of: Line, amount: Cents): number {
  const [net, vat] = [unpaidNet(of), unpaidVat(of)];
  return amount === net + vat ? vat : Math.floor((amount * vat) / (net + vat));
}

/** The rule of an allocation: the order of components, and the date, because delay ends when principal is paid. */
export interface AllocationRule extends BusinessDate {
  readonly order: readonly Component[];
}

/**
 * Pays groups one after the other, each in the order of components (domain 2.11.5). `groups` are the ones to pay,
 * oldest first. S/ 300,00 on EX1's due date: interest 31,89, fees 30,00, IGV 11,14, principal 226,97.
 */
export function payGroups(groups: readonly DueGroup[], amount: Cents, rule: AllocationRule): Paid {
  let left = amount;
  const paid = groups.map((group) => {
    if (left <= 0) return group;
    const result = payGroup(group, left, rule);
    left = result.leftCents;
    return result.group;
  });
  return { groups: paid, leftCents: left };
}

function payGroup(
  group: DueGroup,
  amount: Cents,
  rule: AllocationRule,
): { readonly group: DueGroup; readonly leftCents: Cents } {
  let left = amount;
  let result = group;
  for (const component of rule.order) {
    const of = lineOf(result, component);
    const due = unpaid(of);
    // A line may be overpaid while a plan runs: advances are settled at the end, not here.
    if (due <= 0) continue;
    if (left === 0) break;
    const part = cents(Math.min(left, due));
    if (component === 'principal' && !group.contractLines && isLate(group, rule)) {
      result = closeLateStretch(result, rule.date);
    }
    result = withLine(result, component, payLine(of, part));
    left = subtract(left, part);
  }
  return { group: result, leftCents: left };
}

/**
 * Moves money that was paid in advance for amounts that will not be earned any more to what is still owed, in the order
 * of allocation, so that no line stays overpaid while another is open.
 */
export function moveAdvances(groups: readonly DueGroup[], rule: AllocationRule): readonly DueGroup[] {
  const open = sum(
    ...groups.flatMap((group) => Object.values(group.lines).map((of) => cents(Math.max(0, unpaid(of))))),
  );
  let room = open as number;
  let moved = 0;
  const trimmed = groups.map((group) => {
    let result = group;
    for (const component of rule.order) {
      const of = lineOf(group, component);
      const net = Math.min(room, Math.max(0, -unpaidNet(of)));
      const vat = Math.min(room - net, Math.max(0, -unpaidVat(of)));
      if (net + vat === 0) continue;
      room -= net + vat;
      moved += net + vat;
      const paidNetCents = cents(of.paidNetCents - net);
      result = withLine(result, component, { ...of, paidNetCents, paidVatCents: cents(of.paidVatCents - vat) });
    }
    return result;
  });
  return moved === 0 ? groups : payGroups(trimmed, cents(moved), rule).groups;
}

/**
 * Sums what was paid of a component over all groups, without IGV.
 * @internal
 */
export function paidByComponent(groups: readonly DueGroup[], component: Component): Cents {
  return sum(...groups.map((group) => lineOf(group, component).paidNetCents));
}

/**
 * Sums the IGV paid over all components and groups.
 * @internal
 */
export function paidVat(groups: readonly DueGroup[]): Cents {
  let total = ZERO;
  for (const group of groups) {
    for (const of of Object.values(group.lines)) total = sum(total, of.paidVatCents);
  }
  return total;
}
