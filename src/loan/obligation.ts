import { type CalendarDate, daysBetween } from './calendar.ts';
import { igvOf } from './fees.ts';
import { type Cents, cents, roundHalfUp, sum, ZERO } from './money.ts';
import { interestFor, periodRate } from './rate.ts';

/**
 * The components that a client can owe, in the order of allocation (domain 2.11.5): late charges, interest, services,
 * and last the principal. IGV is not a component but a column of each, so that a paid fee always carries its tax.
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

/** All interest that the wire sums as one; moratory interest is separate. */
export const INTEREST_COMPONENTS = ['lateInterest', 'interest', 'extensionInterest'] as const satisfies Component[];

export const FEE_COMPONENTS = [
  'techFee',
  'adminFee',
  'acceleratedAcceptanceFee',
  'notaryFee',
  'extensionFee',
] as const satisfies Component[];

/** The time at which a line is earned: on the first day, or day by day over its period. */
export type Earning = 'at-once' | 'straight-line';

/** One component of one due date: its amount, what has been paid and what has been waived, each with its IGV. */
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

/**
 * The rates of a tranche in percent, frozen when it was agreed: a top-up has those of its own day (domain 2.15). The
 * moratory rate has a legal maximum of its own.
 */
export interface LoanRates {
  readonly teaPercent: number;
  readonly capPercent: number;
  readonly igvPercent: number;
  readonly moratoryPercent: number;
  readonly moratoryCapPercent: number;
}

/** A bought extension: its interest is earned between its two dates. */
export interface ExtensionBought {
  readonly boughtOn: CalendarDate;
  readonly termDays: number;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly interestCents: Cents;
  readonly feeCents: Cents;
  readonly quoteId?: string | undefined;
  /** The price that was taken, arrears included. */
  readonly paidCents: Cents;
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
  /** The contract's period, over which straight-line fees are earned. */
  readonly period: { readonly from: CalendarDate; readonly to: CalendarDate };
  /** Scheduled interest: that of closed periods, and the current period on its principal. */
  readonly accrual: {
    readonly from: CalendarDate;
    readonly to: CalendarDate;
    readonly baseCents: Cents;
    readonly closedCents: Cents;
  };
  /** Late interest: that of closed periods; `from` is the start of the current one. */
  readonly late: {
    readonly from: CalendarDate;
    readonly closedInterestCents: Cents;
    readonly closedMoratoryCents: Cents;
  };
  readonly rates: LoanRates;
  readonly extensions: readonly ExtensionBought[];
  readonly lines: Lines;
  /** Set while accrual is frozen (plan, flex, write-off, paid): the contract's lines, to be restored. */
  readonly contractLines?: Lines | undefined;
}

export interface NetAndVat {
  readonly netCents: Cents;
  readonly vatCents: Cents;
}

/** Makes an unpaid line. */
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

/** Computes what is left to pay of a line, IGV included. */
export function unpaid(of: Line): Cents {
  return cents(unpaidNet(of) + unpaidVat(of));
}

export function lineOf(group: DueGroup, component: Component): Line {
  return group.lines[component] ?? NO_LINE;
}

/** Returns the group with one line replaced. */
export function withLine(group: DueGroup, component: Component, changed: Line): DueGroup {
  return { ...group, lines: { ...group.lines, [component]: changed } };
}

/** Computes what is left to pay of a whole group. */
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
 * Computes what a line has earned by a date: what would be owed of it if the loan ended that day, and the income in the
 * ledger (domain 2.23, 3.5). EX1 after 12 of 30 days: interest 12,52, techFee 4,80 of 12,00, acceleratedAcceptanceFee
 * all of its 8,00.
 */
export function earnedBy(group: DueGroup, component: Component, date: CalendarDate): NetAndVat {
  const whole = lineOf(group, component);
  if (group.contractLines) return whole;
  const netCents = earnedNet(group, component, whole, date);
  if (netCents === whole.netCents) return whole;
  const vatCents = cents(Math.min(whole.vatCents, igvOf(netCents, group.rates.igvPercent)));
  return { netCents, vatCents };
}

function earnedNet(group: DueGroup, component: Component, whole: Line, date: CalendarDate): Cents {
  if (component === 'interest') return earnedInterest(group, date);
  if (component === 'extensionInterest') return earnedExtensionInterest(group, date);
  if (whole.earning === 'at-once') return whole.netCents;
  const { from, to } = group.period;
  if (date >= to) return whole.netCents;
  if (date <= from) return ZERO;
  return roundHalfUp((whole.netCents * daysBetween(from, date)) / daysBetween(from, to));
}

/**
 * Computes the scheduled interest accrued by a date: the closed periods and R(B·i(d)) of the current one, at most to
 * its end.
 */
export function earnedInterest({ accrual, rates }: DueGroup, date: CalendarDate): Cents {
  const { from, to, baseCents, closedCents } = accrual;
  const until = date < to ? date : to;
  if (until <= from) return closedCents;
  return sum(closedCents, interestFor(baseCents, rates.teaPercent, rates.capPercent, daysBetween(from, until)));
}

/** Computes all scheduled interest of a group: the closed periods and the current one to its end. */
export function scheduledInterest(
  { from, to, baseCents, closedCents }: DueGroup['accrual'],
  rates: LoanRates,
): NetAndVat {
  const days = daysBetween(from, to);
  const netCents = sum(closedCents, interestFor(baseCents, rates.teaPercent, rates.capPercent, days));
  return { netCents, vatCents: igvOf(netCents, rates.igvPercent) };
}

/** Interest paid in advance is earned at compound interest: I·i(k)/i(N) after k of N days. */
function earnedExtensionInterest({ extensions, rates }: DueGroup, date: CalendarDate): Cents {
  let earned = 0;
  for (const { from, to, interestCents } of extensions) {
    if (date <= from) continue;
    const share =
      date >= to
        ? 1
        : periodRate(rates.teaPercent, daysBetween(from, date)) / periodRate(rates.teaPercent, daysBetween(from, to));
    // At TEA 0 the interest is 0, and 0/0 must be avoided.
    if (interestCents > 0) earned += roundHalfUp(interestCents * share);
  }
  return cents(earned);
}
