import { type CalendarDate, daysBetween } from './calendar.ts';
import { igvOf } from './fees.ts';
import { type Cents, cents, roundHalfUp, sum, ZERO } from './money.ts';
import { interestFor, periodRate } from './rate.ts';

/**
 * What a client can owe, in the order in which money pays it (domain 2.11.5): what delay costs, what the money costs,
 * the services, and last the principal. IGV is no component: it is a column of each, so that a paid fee always
 * carries its tax.
 */
export const COMPONENTS = [
  'moratory',
  'lateInterest',
  'interest',
  'extensionInterest',
  'techFee',
  'adminFee',
  'acceleratedAcceptanceFee',
  'notaryFee',
  'extensionFee',
  'principal',
] as const;
export type Component = (typeof COMPONENTS)[number];

/** Interest of every kind the wire sums as one; moratory interest is told apart. */
export const INTEREST_COMPONENTS = ['lateInterest', 'interest', 'extensionInterest'] as const satisfies Component[];

export const FEE_COMPONENTS = [
  'techFee',
  'adminFee',
  'acceleratedAcceptanceFee',
  'notaryFee',
  'extensionFee',
] as const satisfies Component[];

/** How a line turns from promised into owed: on the first day, or day by day over its period. */
export type Earning = 'at-once' | 'straight-line';

/** One component of one due date: what it costs, what has been paid and what has been let go, each with its IGV. */
export interface Line {
  readonly netCents: Cents;
  readonly vatCents: Cents;
  readonly paidNetCents: Cents;
  readonly paidVatCents: Cents;
  readonly waivedNetCents: Cents;
  readonly waivedVatCents: Cents;
  readonly earning: Earning;
}

export type Lines = Readonly<Partial<Record<Component, Line>>>;

/** An extension bought: its interest is earned between its two dates. */
export interface ExtensionBought {
  readonly boughtOn: CalendarDate;
  readonly termDays: number;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly interestCents: Cents;
  readonly feeCents: Cents;
}

/**
 * Everything one tranche owes on one due date: an instalment, or the whole of a single payment. A top-up is a second
 * tranche with the same due date.
 */
export interface DueGroup {
  readonly tranche: number;
  /** 1, 2, … inside its tranche. */
  readonly number: number;
  readonly dueDate: CalendarDate;
  /** The contract's period: straight-line fees are earned over it. */
  readonly period: { readonly from: CalendarDate; readonly to: CalendarDate };
  /** Scheduled interest: what earlier stretches cost, and the stretch now running on its principal. */
  readonly accrual: {
    readonly from: CalendarDate;
    readonly to: CalendarDate;
    readonly baseCents: Cents;
    readonly closedCents: Cents;
  };
  /** Interest of delay: what earlier stretches cost; `from` is where the running one starts. */
  readonly late: {
    readonly from: CalendarDate;
    readonly closedInterestCents: Cents;
    readonly closedMoratoryCents: Cents;
  };
  readonly extensions: readonly ExtensionBought[];
  readonly lines: Lines;
  /** Set while nothing more is earned (plan, flex, write-off, paid): the lines of the contract, to come back to. */
  readonly contractLines?: Lines | undefined;
}

/** The rates every amount of a loan is computed with; frozen when it is signed. Percent. */
export interface LoanRates {
  readonly teaPercent: number;
  readonly capPercent: number;
  readonly igvPercent: number;
}

export interface NetAndVat {
  readonly netCents: Cents;
  readonly vatCents: Cents;
}

/** A line nothing has been paid of. */
export function line(netCents: Cents, vatCents: Cents, earning: Earning = 'at-once'): Line {
  return {
    netCents,
    vatCents,
    paidNetCents: ZERO,
    paidVatCents: ZERO,
    waivedNetCents: ZERO,
    waivedVatCents: ZERO,
    earning,
  };
}

export const NO_LINE: Line = line(ZERO, ZERO);

export function unpaidNet(of: Line): Cents {
  return cents(of.netCents - of.paidNetCents - of.waivedNetCents);
}

export function unpaidVat(of: Line): Cents {
  return cents(of.vatCents - of.paidVatCents - of.waivedVatCents);
}

/** What is left to pay of a line, IGV included. */
export function unpaid(of: Line): Cents {
  return cents(unpaidNet(of) + unpaidVat(of));
}

export function lineOf(group: DueGroup, component: Component): Line {
  return group.lines[component] ?? NO_LINE;
}

/** The group with one line replaced. */
export function withLine(group: DueGroup, component: Component, changed: Line): DueGroup {
  return { ...group, lines: { ...group.lines, [component]: changed } };
}

/** What is left to pay of a whole group. */
export function unpaidOfGroup(group: DueGroup): Cents {
  return sum(...COMPONENTS.map((component) => unpaid(lineOf(group, component))));
}

export function unpaidPrincipal(group: DueGroup): Cents {
  return unpaidNet(lineOf(group, 'principal'));
}

/** Oldest due date first; the loan before its top-ups. */
export function byDueDate(a: DueGroup, b: DueGroup): number {
  if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate ? -1 : 1;
  return a.tranche - b.tranche || a.number - b.number;
}

/**
 * What a line has earned by a date: the part of its promise that would be owed if the loan ended that day, and the
 * income the books show (domain 2.23, 3.5). EX1 after 12 of 30 days: interest 12,52, techFee 4,80 of 12,00,
 * acceleratedAcceptanceFee all of its 8,00.
 */
export function earnedBy(group: DueGroup, component: Component, date: CalendarDate, rates: LoanRates): NetAndVat {
  const whole = lineOf(group, component);
  if (group.contractLines) return whole;
  const netCents = earnedNet(group, component, whole, date, rates);
  if (netCents === whole.netCents) return whole;
  const vatCents = cents(Math.min(whole.vatCents, igvOf(netCents, rates.igvPercent)));
  return { netCents, vatCents };
}

function earnedNet(group: DueGroup, component: Component, whole: Line, date: CalendarDate, rates: LoanRates): Cents {
  if (component === 'interest') return earnedInterest(group, date, rates);
  if (component === 'extensionInterest') return earnedExtensionInterest(group, date, rates);
  if (whole.earning === 'at-once') return whole.netCents;
  const { from, to } = group.period;
  if (date >= to) return whole.netCents;
  if (date <= from) return ZERO;
  return roundHalfUp((whole.netCents * daysBetween(from, date)) / daysBetween(from, to));
}

/** Scheduled interest accrued by a date: the closed stretches and R(B·i(d)) of the running one, never past its end. */
export function earnedInterest(group: DueGroup, date: CalendarDate, rates: LoanRates): Cents {
  const { from, to, baseCents, closedCents } = group.accrual;
  const until = date < to ? date : to;
  if (until <= from) return closedCents;
  return sum(closedCents, interestFor(baseCents, rates.teaPercent, rates.capPercent, daysBetween(from, until)));
}

/** All the scheduled interest of a group: the closed stretches and the running one to its end. */
export function scheduledInterest(
  { from, to, baseCents, closedCents }: DueGroup['accrual'],
  rates: LoanRates,
): NetAndVat {
  const days = daysBetween(from, to);
  const netCents = sum(closedCents, interestFor(baseCents, rates.teaPercent, rates.capPercent, days));
  return { netCents, vatCents: igvOf(netCents, rates.igvPercent) };
}

/** Interest paid in advance is earned as money grows: I·i(k)/i(N) after k of N days. */
function earnedExtensionInterest(group: DueGroup, date: CalendarDate, rates: LoanRates): Cents {
  let earned = 0;
  for (const { from, to, interestCents } of group.extensions) {
    if (date <= from) continue;
    const share =
      date >= to
        ? 1
        : periodRate(rates.teaPercent, daysBetween(from, date)) / periodRate(rates.teaPercent, daysBetween(from, to));
    // At TEA 0 nothing was charged, and 0/0 is no share.
    if (interestCents > 0) earned += roundHalfUp(interestCents * share);
  }
  return cents(earned);
}
