import type { CalendarDate } from '#loan/calendar.ts';
import type { LoanTerms } from '#loan/loan.ts';
import { type Cents, subtract, sum, ZERO } from '#loan/money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  FEE_COMPONENTS,
  INTEREST_COMPONENTS,
  type Line,
  lineOf,
  unpaidOfGroup,
} from '#loan/obligation.ts';
import { type Offer, priceInstallments, priceSinglePay } from '#loan/offer.ts';
import { contractGroups } from '#loan/tranche.ts';

/** A contract priced for a value date by the functions that price the offer and open the ledger. */
export interface PricedContract {
  readonly offer: Offer;
  readonly groups: readonly DueGroup[];
}

export function priceContract(terms: LoanTerms, valueDate: CalendarDate): PricedContract {
  const price = terms.productType === 'SINGLE_PAY' ? priceSinglePay : priceInstallments;
  return {
    offer: price(terms.pricing, terms.principalCents, terms.term, valueDate),
    groups: contractGroups(terms, valueDate),
  };
}

/** The cost of one component over all due dates. */
export interface ComponentCost {
  readonly component: Component;
  readonly netCents: Cents;
  readonly vatCents: Cents;
  readonly totalCents: Cents;
}

/** Every component with a cost except the principal, in the order of allocation. */
export function componentCosts(groups: readonly DueGroup[]): ComponentCost[] {
  return COMPONENTS.filter((component) => component !== 'principal' && groups.some(({ lines }) => lines[component]))
    .map((component) => {
      const netCents = overGroups(groups, component, (line) => line.netCents);
      const vatCents = overGroups(groups, component, (line) => line.vatCents);
      return { component, netCents, vatCents, totalCents: sum(netCents, vatCents) };
    })
    .filter(({ component, totalCents }) => component === 'interest' || totalCents > 0);
}

export function overGroups(groups: readonly DueGroup[], component: Component, part: (line: Line) => Cents): Cents {
  return sum(...groups.map((group) => part(lineOf(group, component))));
}

/** A line of a schedule as printed: its parts add up to its total. */
export interface ScheduleLine {
  readonly dueDate: CalendarDate;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
  readonly moratoryCents: Cents;
  readonly vatCents: Cents;
  readonly totalCents: Cents;
  readonly unpaidCents: Cents;
  /** Principal of the lines after this one. */
  readonly balanceCents: Cents;
}

export function scheduleLines(groups: readonly DueGroup[]): ScheduleLine[] {
  let balance = overGroups(groups, 'principal', (line) => line.netCents);
  return groups.map((group) => {
    const net = (...components: readonly Component[]): Cents =>
      sum(...components.map((component) => lineOf(group, component).netCents));
    balance = subtract(balance, net('principal'));
    const parts = {
      principalCents: net('principal'),
      interestCents: net(...INTEREST_COMPONENTS),
      feesCents: net(...FEE_COMPONENTS),
      moratoryCents: net('moratory'),
      vatCents: sum(...COMPONENTS.map((component) => lineOf(group, component).vatCents)),
    };
    return {
      dueDate: group.dueDate,
      ...parts,
      totalCents: sum(...Object.values(parts)),
      unpaidCents: unpaidOfGroup(group),
      balanceCents: balance,
    };
  });
}

/** One column of a schedule, added up. */
export function columnTotal(
  lines: readonly ScheduleLine[],
  column: Exclude<keyof ScheduleLine, 'dueDate' | 'balanceCents'>,
): Cents {
  return lines.reduce((all, line) => sum(all, line[column]), ZERO);
}
