import { moveAdvances } from './allocation.ts';
import { freeze } from './arrangement.ts';
import { type CalendarDate, daysBetween } from './calendar.ts';
import type { LoanTerms, Standing } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  earnedBy,
  FEE_COMPONENTS,
  INTEREST_COMPONENTS,
  type Line,
  lineOf,
  NO_LINE,
  unpaid,
  unpaidNet,
  unpaidOfGroup,
  unpaidVat,
} from './obligation.ts';

/**
 * Returns the groups as if the loan ended on the standing's date: every line is reduced to what it has earned, so that
 * future interest and services are not charged (domain 3.5), and advances for them pay other lines. Within the days of
 * the early withdrawal policy only the principal is left.
 */
export function endedToday(standing: Standing): readonly DueGroup[] {
  const { groups, date, calendar, terms, valueDate } = standing;
  const frozen = freeze(groups, date);
  const ended = isWithinChangedMind(terms, valueDate, date) ? frozen.map(principalOnly) : frozen;
  return moveAdvances(ended, { order: allocationOrder(standing), date, calendar });
}

/** Gives the current order of allocation; a plan excludes moratory interest. */
export function allocationOrder(standing: Standing): readonly Component[] {
  const order = standing.terms.policy.allocationOrder;
  return forgivesMoratory(standing) ? order.filter((component) => component !== 'moratory') : order;
}

function isWithinChangedMind(terms: LoanTerms, valueDate: CalendarDate, date: CalendarDate): boolean {
  const days = terms.policy.changedMyMindDays;
  return days !== undefined && daysBetween(valueDate, date) <= days;
}

function principalOnly(group: DueGroup): DueGroup {
  const lines: Partial<Record<Component, Line>> = {};
  for (const component of COMPONENTS) {
    const of = group.lines[component];
    if (of) lines[component] = component === 'principal' ? of : { ...of, netCents: ZERO, vatCents: ZERO };
  }
  return { ...group, lines };
}

/** Tells whether moratory interest is excluded: from a plan, which forgives it when it completes (domain 2.13). */
export function forgivesMoratory(standing: Standing): boolean {
  return standing.plan?.status === 'ACTIVE' || standing.plan?.status === 'AT_RISK';
}

/** Lists the components that are asked for: of a plan not the moratory interest that it forgives. */
export function askedComponents(standing: Standing): readonly Component[] {
  return forgivesMoratory(standing) ? COMPONENTS.filter((component) => component !== 'moratory') : COMPONENTS;
}

/**
 * Computes what ends the loan on the standing's date, in céntimos: everything earned and unpaid, less the credit
 * balance. EX1 on day 12: 534,59 of 573,03.
 */
export function payoffCents(standing: Standing): Cents {
  if (standing.paidOn) return ZERO;
  const { groups, date, terms, valueDate } = standing;
  const principalAlone = isWithinChangedMind(terms, valueDate, date);
  const forgives = forgivesMoratory(standing);
  let owed = 0;
  for (const group of groups) {
    for (const component of COMPONENTS) {
      const of = group.lines[component];
      if (!of || (forgives && component === 'moratory')) continue;
      const isAsked = component === 'principal' || !principalAlone;
      const earned = isAsked ? earnedBy(group, component, date) : NO_LINE;
      owed += earned.netCents + earned.vatCents - of.paidNetCents - of.paidVatCents;
      owed -= of.waivedNetCents + of.waivedVatCents;
    }
  }
  return cents(owed - standing.creditCents);
}

function unpaidOf(groups: readonly DueGroup[], component: Component): Cents {
  return sum(...groups.map((group) => unpaid(lineOf(group, component))));
}

/** Pays the loan off: every line is settled as earned, and the excess becomes credit. */
export function settle(standing: Standing, poolCents: Cents): Standing {
  const need = payoffCents(standing);
  const forgives = forgivesMoratory(standing);
  const groups = endedToday(standing).map((group) => {
    const lines: Partial<Record<Component, Line>> = {};
    for (const component of COMPONENTS) {
      const of = group.lines[component];
      if (of) lines[component] = forgives && component === 'moratory' ? waived(of) : settled(of);
    }
    return { ...group, lines };
  });
  const { plan, flex, date } = standing;
  return {
    ...standing,
    groups,
    // `need` already includes the credit balance; the pool is the new money only.
    creditCents: subtract(poolCents, need),
    paidOn: date,
    plan: plan && forgives ? { ...plan, status: 'COMPLETED', endedOn: date } : plan,
    flex:
      flex && (flex.status === 'ACTIVE' || flex.status === 'AT_RISK')
        ? { ...flex, status: 'PAID', endedOn: date }
        : flex,
  };
}

/** Settles a line: paid as far as it was earned; advances beyond that have moved to other lines. */
function settled(of: Line): Line {
  return {
    ...of,
    paidNetCents: subtract(of.netCents, of.waivedNetCents),
    paidVatCents: subtract(of.vatCents, of.waivedVatCents),
  };
}

function waived(of: Line): Line {
  return {
    ...of,
    waivedNetCents: subtract(of.netCents, of.paidNetCents),
    waivedVatCents: subtract(of.vatCents, of.paidVatCents),
  };
}

/** A dated payoff quote (domain 2.11.3). Its parts add up to the total. */
export interface PayoffQuote {
  readonly date: CalendarDate;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  /** Fees before IGV, by name. */
  readonly feesCents: Readonly<Partial<Record<Component, Cents>>>;
  readonly vatCents: Cents;
  readonly moratoryCents: Cents;
  readonly creditCents: Cents;
  readonly totalCents: Cents;
  /** The cost of paying everything at its due date, and what is saved by paying now. */
  readonly comparedToCents: Cents;
  readonly savingsCents: Cents;
}

/**
 * Quotes the payoff with its parts. EX2 after two instalments, on 01/04/2026: 2.122,11 + 67,99 + 2,19 + 20,00 + IGV
 * 16,23 = 2.228,52 instead of 2.542,47: saves 313,95.
 */
export function payoffQuote(standing: Standing): PayoffQuote {
  const ended = standing.paidOn ? [] : endedToday(standing);
  const net = (component: Component): Cents => sum(...ended.map((group) => unpaidNet(lineOf(group, component))));
  const feesCents = Object.fromEntries(
    FEE_COMPONENTS.map((name) => [name, net(name)]).filter(([, amount]) => amount !== 0),
  );
  const total = payoffCents(standing);
  const comparedTo = standing.paidOn
    ? ZERO
    : cents(Math.max(total, sum(...standing.groups.map(unpaidOfGroup)) - forgiven(standing) - standing.creditCents));
  return {
    date: standing.date,
    principalCents: net('principal'),
    interestCents: sum(...INTEREST_COMPONENTS.map(net)),
    feesCents,
    vatCents: sum(...ended.flatMap((group) => Object.values(group.lines).map(unpaidVat))),
    moratoryCents: forgivesMoratory(standing) ? ZERO : net('moratory'),
    creditCents: standing.creditCents,
    totalCents: total,
    comparedToCents: comparedTo,
    savingsCents: subtract(comparedTo, total),
  };
}

function forgiven(standing: Standing): Cents {
  return forgivesMoratory(standing) ? unpaidOf(standing.groups, 'moratory') : ZERO;
}
