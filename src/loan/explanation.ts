import { payGroups } from './allocation.ts';
import { type FlexTerms, flexCheckpoints, nextCheckpoint } from './arrangement.ts';
import { type CalendarDate, daysBetween } from './calendar.ts';
import { igvOf } from './fees.ts';
import { type FlexSettings, flexPaidSoFar, settlementOffer } from './flex-pay.ts';
import { unpaidCosts } from './incoming-money.ts';
import type { Standing } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  type Line,
  lineOf,
  unpaidNet,
  unpaidPrincipal,
  unpaidVat,
} from './obligation.ts';
import { allocationOrder, askedComponents, endedToday } from './payoff.ts';
import { interestFor } from './rate.ts';
import { ratesOf } from './tranche.ts';

/** The terms after the tax, in the order of a bill. */
const AFTER_THE_TAX = [
  'credit',
  'extensionPrice',
  'laterDue',
  'minimums',
  'paid',
  'discount',
  'unapplied',
  'received',
  'used',
  'refunded',
] as const;

/**
 * The terms a shown sum may consist of. `credit`: the client's credit balance, deducted. `fees`: all fees, where an
 * offer has them in one line. `extensionPrice`, `laterDue`: today's and the later payment of an extension.
 * `unapplied`: the unused part of a payment. `received`, `used`, `refunded`: the origin of the credit balance.
 * `lateVat`: the IGV of late charges, where it has its own line. `minimums`: those of a flex pay so far; `paid`:
 * payments so far; `discount`: that of a settlement.
 */
export const TERM_NAMES = [...COMPONENTS, 'fees', 'lateVat', 'vat', ...AFTER_THE_TAX] as const;
export type TermName = (typeof TERM_NAMES)[number];

/**
 * The calculation of a term: a yearly rate on principal over days (`advance`: discounted, because it is paid in
 * advance), a share of other terms, or some of equal parts.
 */
export type Basis =
  | { readonly kind: 'rate' | 'advance'; readonly ofCents: Cents; readonly ratePercent: number; readonly days: number }
  | { readonly kind: 'share'; readonly ofCents: Cents; readonly ratePercent: number }
  | { readonly kind: 'parts'; readonly ofCents: Cents; readonly count: number; readonly parts: number };

/** One signed term of a sum, in céntimos; the terms add up to the sum. */
export interface Term {
  readonly name: TermName;
  readonly amountCents: Cents;
  /**
   * Absent where there is nothing to calculate (a fee, the principal) or where earlier payments have changed the
   * amount.
   */
  readonly basis?: Basis | undefined;
}

/** The order of a bill: the loan, its costs, the tax, then deductions. */
const READING_ORDER: readonly TermName[] = [
  'principal',
  'interest',
  'extensionInterest',
  'lateInterest',
  'lateVat',
  'moratory',
  'techFee',
  'adminFee',
  'acceleratedAcceptanceFee',
  'notaryFee',
  'extensionFee',
  'fees',
  'vat',
  ...AFTER_THE_TAX,
];

/** Turns known amounts into terms, without zeros. */
export function termsOf(parts: Readonly<Partial<Record<TermName, Cents>>>): Term[] {
  return READING_ORDER.flatMap((name) => {
    const amountCents = parts[name] ?? ZERO;
    return amountCents === 0 ? [] : [{ name, amountCents }];
  });
}

/** Adds terms up. */
export function totalOfTerms(terms: readonly Term[]): Cents {
  return sum(...terms.map(({ amountCents }) => amountCents));
}

/** Adds two explanations: terms of one name are added, and keep their calculation if only one side has the term. */
export function addTerms(one: readonly Term[], other: readonly Term[]): Term[] {
  return READING_ORDER.flatMap((name) => {
    const found = [...one, ...other].filter((term) => term.name === name);
    const amountCents = totalOfTerms(found);
    if (amountCents === 0) return [];
    const [only] = found;
    return [found.length === 1 && only ? only : { name, amountCents }];
  });
}

/** Computes the difference of two explanations, term by term; negative where the first is smaller. */
export function subtractTerms(one: readonly Term[], other: readonly Term[]): Term[] {
  const taken = other.map(({ name, amountCents }) => ({ name, amountCents: subtract(ZERO, amountCents) }));
  return addTerms(one, taken);
}

/**
 * Explains today's payoff. EX1 on day 12, 534,59: principal 500,00; interest 12,52 = 500,00 at TEA 110 % for 12 days;
 * fees 4,80 + 4,00 + 8,00; IGV 5,27 = 18 % of 29,32 line by line.
 */
export function payoffTerms(standing: Standing): Term[] {
  return standing.paidOn ? [] : termsOfGroups(standing, endedToday(standing));
}

/** Lists the terms of everything unpaid if each due date is waited for. EX1 before its due date: 573,03. */
export function owedTerms(standing: Standing): Term[] {
  return standing.paidOn ? [] : termsOfGroups(standing, standing.groups);
}

/**
 * Explains what a payment of an amount covers today: what is owed before it, less what is owed after it. EX1 ten days
 * late on a plan of two: the first payment is 292,65.
 */
export function coveredTerms(standing: Standing, amount: Cents): Term[] {
  const { groups, date } = standing;
  const after = payGroups(groups, amount, {
    order: allocationOrder(standing),
    date,
    calendar: standing.calendar,
  }).groups;
  return subtractTerms(termsOfGroups(standing, groups), termsOfGroups(standing, after));
}

/**
 * Explains what paying today saves over the due dates. EX1 on day 12, 38,44: interest 19,37, fees 7,20 + 6,00, IGV
 * 5,87.
 */
export function savingsTerms(standing: Standing): Term[] {
  return subtractTerms(owedTerms(standing), payoffTerms(standing));
}

/** Lists the terms of a flex pay's monthly minimum. EX1 sixteen days late: 99,39 = one of six parts of 596,30. */
export function monthlyMinimumTerms(terms: FlexTerms, periods: number): Term[] {
  return minimums(terms, { count: 1, periods, amountCents: terms.minMonthlyCents });
}

/** Lists the terms of a running flex pay's next minimum: all minimums up to it, less payments. */
export function nextMinimumTerms(standing: Standing): Term[] {
  const { flex } = standing;
  if (!flex || flex.endedOn) return [];
  const checkpoints = flexCheckpoints(flex);
  const paidCents = flexPaidSoFar(standing, flex.terms);
  const next = nextCheckpoint(checkpoints, paidCents, standing.terms.policy.late);
  if (!next) return [];
  const of = { count: checkpoints.indexOf(next) + 1, periods: checkpoints.length, amountCents: next.requiredCents };
  return [...minimums(flex.terms, of), ...termsOf({ paid: subtract(ZERO, paidCents) })];
}

/** Lists the term of some minimums, without a calculation where the smallest payment exceeds the part. */
function minimums(
  { balanceCents, minMonthlyCents }: FlexTerms,
  { count, periods, amountCents }: { readonly count: number; readonly periods: number; readonly amountCents: Cents },
): Term[] {
  const isPart = minMonthlyCents === Math.ceil(balanceCents / periods);
  const basis: Basis = { kind: 'parts', ofCents: balanceCents, count, parts: periods };
  return [{ name: 'minimums', amountCents, ...(isPart && { basis }) }];
}

/** Lists the terms of a discounted settlement: all that is owed, less a share of everything but the principal. */
export function settlementTerms(standing: Standing, settings: FlexSettings): Term[] {
  const offer = settlementOffer(standing, settings);
  if (!offer) return [];
  const basis: Basis = {
    kind: 'share',
    ofCents: unpaidCosts(standing),
    ratePercent: settings.settlementDiscountPercent,
  };
  return [...payoffTerms(standing), { name: 'discount', amountCents: subtract(ZERO, offer.discountCents), basis }];
}

/** Lists the terms of several due dates, less the credit balance. */
export function termsOfGroups(standing: Standing, groups: readonly DueGroup[]): Term[] {
  const counted = askedComponents(standing);
  const found = counted.map((component) => componentTerm(standing, groups, component));
  const vat = vatTerm(standing, groups, counted);
  const credit: Term = { name: 'credit', amountCents: subtract(ZERO, standing.creditCents) };
  return READING_ORDER.flatMap((name) => [...found, vat, credit].filter((term) => term.name === name)).filter(
    ({ amountCents }) => amountCents !== 0,
  );
}

/** Lists the terms of a contract's due dates before any payment. EX1: 573,03. */
export function contractTerms(groups: readonly DueGroup[]): Term[] {
  const lines = (of: (line: Line) => Cents, component: Component): Cents =>
    sum(...groups.map((group) => of(lineOf(group, component))));
  const net = COMPONENTS.map((component) => [component, lines(unpaidNet, component)]);
  const vat = sum(...COMPONENTS.map((component) => lines(unpaidVat, component)));
  return termsOf({ ...Object.fromEntries(net), vat });
}

function componentTerm(standing: Standing, groups: readonly DueGroup[], component: Component): Term {
  const owing = groups.filter((group) => unpaidNet(lineOf(group, component)) !== 0);
  const amountCents = sum(...owing.map((group) => unpaidNet(lineOf(group, component))));
  const [only] = owing;
  const basis = owing.length === 1 && only ? rateBasis(standing, only, component, amountCents) : undefined;
  return { name: component, amountCents, ...(basis && { basis }) };
}

/**
 * Finds the calculation of a line of interest; undefined when payments, plans or earlier periods have changed the
 * amount.
 */
function rateBasis(standing: Standing, group: DueGroup, component: Component, amountCents: Cents): Basis | undefined {
  const { date } = standing;
  const { rates } = group;
  const until = (from: CalendarDate, to: CalendarDate): number => Math.max(0, daysBetween(from, to));
  const reckon = (ofCents: Cents, ratePercent: number, capPercent: number, days: number): Basis | undefined =>
    interestFor(ofCents, ratePercent, capPercent, days) === amountCents
      ? { kind: 'rate', ofCents, ratePercent, days }
      : undefined;
  if (component === 'interest') {
    const { from, to, baseCents } = group.accrual;
    const whole = reckon(baseCents, rates.teaPercent, rates.capPercent, until(from, to));
    const elapsed = Math.min(until(from, date), until(from, to));
    return whole ?? reckon(baseCents, rates.teaPercent, rates.capPercent, elapsed);
  }
  const principal = unpaidPrincipal(group);
  const days = until(group.late.from, date);
  if (component === 'lateInterest') return reckon(principal, rates.teaPercent, rates.capPercent, days);
  if (component === 'moratory') return reckon(principal, rates.moratoryPercent, rates.moratoryCapPercent, days);
  return undefined;
}

/**
 * Explains the IGV. It is rounded line by line, so it may differ by some céntimos from the share of the sum; with a
 * larger difference no calculation is shown.
 */
function vatTerm(standing: Standing, groups: readonly DueGroup[], components: readonly Component[]): Term {
  const { igvPercent } = ratesOf(standing.terms);
  const lines = groups.flatMap((group) => components.map((component) => lineOf(group, component)));
  const taxed = lines.filter((line) => unpaidVat(line) !== 0);
  const amountCents = sum(...taxed.map(unpaidVat));
  const ofCents = sum(...taxed.map(unpaidNet));
  const isShare = Math.abs(cents(amountCents - igvOf(ofCents, igvPercent))) <= taxed.length;
  const basis: Basis = { kind: 'share', ofCents, ratePercent: igvPercent };
  return { name: 'vat', amountCents, ...(isShare && amountCents !== 0 && { basis }) };
}
