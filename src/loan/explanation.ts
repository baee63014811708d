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
import { allocationOrder, endedToday, forgivesMoratory } from './payoff.ts';
import { interestFor } from './rate.ts';
import { ratesOf } from './tranche.ts';

/**
 * What a sum a client sees may be made of. `credit` is their own money with us: it is taken off. `fees`: all of them,
 * where an offer has them in one line; `extensionPrice` and `laterDue`: today's and the later payment of an extension;
 * `unapplied`: what of a payment is left over; `received`, `used`, `refunded`: what their own money with us comes from;
 * `lateVat`: the IGV of what delay has cost, where it has a line of its own;
 * `minimums`: those of a flex pay so far, `paid`: what has come in, `discount`: what a settlement lets off.
 */
export const TERM_NAMES = [
  ...COMPONENTS,
  'fees',
  'lateVat',
  'vat',
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
export type TermName = (typeof TERM_NAMES)[number];

/**
 * How one term comes about: a yearly rate on principal over days (`advance`: discounted, because it is paid before
 * them), a share of other terms, or some of equal parts.
 */
export type Basis =
  | { readonly kind: 'rate' | 'advance'; readonly ofCents: Cents; readonly ratePercent: number; readonly days: number }
  | { readonly kind: 'share'; readonly ofCents: Cents; readonly ratePercent: number }
  | { readonly kind: 'parts'; readonly ofCents: Cents; readonly count: number; readonly parts: number };

/** One term of a sum, signed, in céntimos; the terms of a sum add up to it. */
export interface Term {
  readonly name: TermName;
  readonly amountCents: Cents;
  /** Absent where there is nothing to reckon (a fee, the principal) or where earlier payments have changed it. */
  readonly basis?: Basis | undefined;
}

/** In the order in which people read a bill: the loan first, then what it costs, the tax, and last what is taken off. */
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
];

/** Sums of parts that are known already, as terms: those of nothing are left out. */
export function termsOf(parts: Readonly<Partial<Record<TermName, Cents>>>): Term[] {
  return READING_ORDER.flatMap((name) => {
    const amountCents = parts[name] ?? ZERO;
    return amountCents === 0 ? [] : [{ name, amountCents }];
  });
}

/** What terms add up to. */
export function totalOfTerms(terms: readonly Term[]): Cents {
  return sum(...terms.map(({ amountCents }) => amountCents));
}

/** Two sums as one: what has the same name is added, and keeps its reckoning when only one of them had any of it. */
export function addTerms(one: readonly Term[], other: readonly Term[]): Term[] {
  return READING_ORDER.flatMap((name) => {
    const found = [...one, ...other].filter((term) => term.name === name);
    const amountCents = totalOfTerms(found);
    if (amountCents === 0) return [];
    const [only] = found;
    return [found.length === 1 && only ? only : { name, amountCents }];
  });
}

/** What one sum is more than another, part by part; less where it is below zero. */
export function subtractTerms(one: readonly Term[], other: readonly Term[]): Term[] {
  const taken = other.map(({ name, amountCents }) => ({ name, amountCents: subtract(ZERO, amountCents) }));
  return addTerms(one, taken);
}

/**
 * How what ends the loan on the standing's date comes about. EX1 on day 12, 534,59: principal 500,00; interest 12,52 =
 * 500,00 at TEA 110 % for 12 days; fees 4,80 + 4,00 + 8,00; IGV 5,27 = 18 % of 29,32 line by line.
 */
export function payoffTerms(standing: Standing): Term[] {
  return standing.paidOn ? [] : termsOfGroups(standing, endedToday(standing));
}

/** How everything that is unpaid comes about when each due date is waited for. EX1 before its due date: 573,03. */
export function owedTerms(standing: Standing): Term[] {
  return standing.paidOn ? [] : termsOfGroups(standing, standing.groups);
}

/**
 * How what money of an amount pays today comes about: what is owed before it, less what is owed after. Of EX1 ten days
 * late on a plan of two, the first payment is 292,65.
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
 * How what is saved by not waiting for the due dates comes about. EX1 on day 12, 38,44: interest 19,37, fees 7,20 + 6,00,
 * IGV 5,87.
 */
export function savingsTerms(standing: Standing): Term[] {
  return subtractTerms(owedTerms(standing), payoffTerms(standing));
}

/** How the monthly minimum of a flex pay comes about. EX1 sixteen days late: 99,39 = one of six parts of 596,30. */
export function monthlyMinimumTerms(terms: FlexTerms, periods: number): Term[] {
  return minimums(terms, { count: 1, periods, amountCents: terms.minMonthlyCents });
}

/** How the next minimum of a flex pay that runs comes about: every minimum up to it, less what was paid. */
export function nextMinimumTerms(standing: Standing): Term[] {
  const { flex } = standing;
  if (!flex || flex.endedOn) return [];
  const checkpoints = flexCheckpoints(flex);
  const paidCents = flexPaidSoFar(standing, flex.terms);
  const next = nextCheckpoint(checkpoints, paidCents);
  if (!next) return [];
  const of = { count: checkpoints.indexOf(next) + 1, periods: checkpoints.length, amountCents: next.requiredCents };
  return [...minimums(flex.terms, of), ...termsOf({ paid: subtract(ZERO, paidCents) })];
}

/** Without a reckoning where the smallest payment was more than the part. */
function minimums(
  { balanceCents, minMonthlyCents }: FlexTerms,
  { count, periods, amountCents }: { readonly count: number; readonly periods: number; readonly amountCents: Cents },
): Term[] {
  const isPart = minMonthlyCents === Math.ceil(balanceCents / periods);
  const basis: Basis = { kind: 'parts', ofCents: balanceCents, count, parts: periods };
  return [{ name: 'minimums', amountCents, ...(isPart && { basis }) }];
}

/** How a smaller sum that ends the loan today comes about: all that is owed, less a share of all but the principal. */
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

/** How what some dates of the loan ask for comes about, less the client's own money with us. */
export function termsOfGroups(standing: Standing, groups: readonly DueGroup[]): Term[] {
  const counted = COMPONENTS.filter((component) => !(component === 'moratory' && forgivesMoratory(standing)));
  const found = counted.map((component) => componentTerm(standing, groups, component));
  const vat = vatTerm(standing, groups, counted);
  const credit: Term = { name: 'credit', amountCents: subtract(ZERO, standing.creditCents) };
  return READING_ORDER.flatMap((name) => [...found, vat, credit].filter((term) => term.name === name)).filter(
    ({ amountCents }) => amountCents !== 0,
  );
}

/** What some dates of a contract ask for, of whose money nothing has come or gone. EX1: 573,03. */
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

/** The reckoning of one line of interest; none when payments, plans or earlier stretches have made it another sum. */
function rateBasis(standing: Standing, group: DueGroup, component: Component, amountCents: Cents): Basis | undefined {
  const { date, terms } = standing;
  const rates = ratesOf(terms);
  const { late } = terms.policy;
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
  if (component === 'moratory') return reckon(principal, late.moratoryPercent, late.moratoryCapPercent, days);
  return undefined;
}

/** IGV is rounded line by line, so it may be some céntimos off the share of the sum; farther off it is not explained so. */
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
