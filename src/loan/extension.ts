import { payGroups } from './allocation.ts';
import { addDays, type CalendarDate, daysBetween, laterOf } from './calendar.ts';
import { igvOf } from './fees.ts';
import { daysPastDue } from './lateness.ts';
import type { PaymentUse, Standing } from './loan.ts';
import { type Cents, cents, roundDown, roundHalfUp, subtract, sum, ZERO } from './money.ts';
import {
  type Component,
  type DueGroup,
  type Line,
  type LoanRates,
  line,
  lineOf,
  unpaid,
  unpaidPrincipal,
} from './obligation.ts';
import { periodRate } from './rate.ts';
import type { TransitionTable } from './transitions.ts';

export const EXTENSION_STATUSES = [
  'QUOTED',
  'PAYMENT_PENDING',
  'ACTIVE',
  'APPLIED_AS_PAYMENT',
  'EXPIRED',
  'REVERSED',
] as const;
export type ExtensionStatus = (typeof EXTENSION_STATUSES)[number];
export type ExtensionEvent = 'requested' | 'enough-money' | 'short-money' | 'expired' | 'taken-back';

/**
 * The states of an extension (domain 2.12). Money is accepted after expiry too: if it was paid in time and reaches the
 * price, or covers the price of its own date, it buys the extension; otherwise it is an ordinary payment.
 * @internal
 */
export const EXTENSION_TRANSITIONS: TransitionTable<ExtensionStatus, ExtensionEvent> = {
  QUOTED: { requested: 'PAYMENT_PENDING', expired: 'EXPIRED' },
  PAYMENT_PENDING: { 'enough-money': 'ACTIVE', 'short-money': 'APPLIED_AS_PAYMENT', expired: 'EXPIRED' },
  EXPIRED: { 'enough-money': 'ACTIVE', 'short-money': 'APPLIED_AS_PAYMENT' },
  ACTIVE: { 'taken-back': 'REVERSED' },
  APPLIED_AS_PAYMENT: { 'enough-money': 'ACTIVE', 'taken-back': 'EXPIRED' },
  REVERSED: { 'enough-money': 'ACTIVE' },
};

export type ExtensionRefusal =
  | 'not-a-single-payment'
  | 'loan-not-active'
  | 'on-a-plan'
  | 'too-late'
  | 'top-up-in-progress'
  | 'term-not-offered'
  | 'too-many-extensions'
  | 'too-long';

/** The cost of an extension today, part by part; `totalCents` is their sum. */
export interface ExtensionPrice {
  readonly termDays: number;
  /** The legal maximum of the day it was quoted. */
  readonly capPercent?: number | undefined;
  readonly arrears: { readonly interestCents: Cents; readonly vatCents: Cents; readonly moratoryCents: Cents };
  readonly interestCents: Cents;
  readonly feeCents: Cents;
  /** IGV of the extension's interest and fee; the arrears carry their own. */
  readonly vatCents: Cents;
  readonly totalCents: Cents;
  readonly currentDueDate: CalendarDate;
  readonly newDueDate: CalendarDate;
}

/**
 * Interest paid in advance, discounted to the day it is paid (domain 3.7): P·((1+TEA)^(−gap/360) −
 * (1+TEA)^(−(gap+N)/360)), never above the same at the legal cap, rounded down. `gapDays` is how long before the due
 * date it is bought. EX1 for 14 days on its due date: 14,22, where the naive 14,64 would cost 114,72 % a year.
 */
export function extensionInterest(
  principal: Cents,
  rates: Pick<LoanRates, 'teaPercent' | 'capPercent'>,
  termDays: number,
  gapDays: number,
): Cents {
  const interest = roundHalfUp(principal * discounted(rates.teaPercent, termDays, gapDays));
  const ceiling = roundDown(principal * discounted(rates.capPercent, termDays, gapDays));
  return cents(Math.min(interest, ceiling));
}

/** Gives the highest rates for a tranche's extension: its own, and the cap of the day on which it is bought. */
export function extensionRates({ rates }: DueGroup, capPercent = rates.capPercent) {
  const cap = Math.min(capPercent, rates.capPercent);
  return { teaPercent: Math.min(rates.teaPercent, cap), capPercent: cap };
}

function discounted(teaPercent: number, termDays: number, gapDays: number): number {
  return periodRate(teaPercent, termDays) / (1 + periodRate(teaPercent, termDays + gapDays));
}

/**
 * Computes the price of moving the due date by a term (domain 3.7). New due date = the later of today and the current
 * one + N. EX1 on its due date with fees 5 / 8 / 12: 14,35 / 26,22 / 49,54; ten days late for 14 days: 40,68.
 * @param capPercent of the day on which it is bought; of quotes before it was kept: the tranches' own alone
 */
export function extensionPrice(
  standing: Standing,
  termDays: number,
  feeCents: Cents,
  capPercent?: number,
): ExtensionPrice {
  const { groups, date, terms } = standing;
  const { igvPercent } = terms.pricing;
  const currentDueDate = (groups[0] as DueGroup).dueDate;
  const gapDays = Math.max(0, daysBetween(date, currentDueDate));
  const unpaidOf = (component: Component): Cents => sum(...groups.map((group) => unpaid(lineOf(group, component))));
  const lateNet = sum(...groups.map((group) => lateInterestNet(group)));
  const arrears = {
    interestCents: lateNet,
    vatCents: subtract(unpaidOf('lateInterest'), lateNet),
    moratoryCents: unpaidOf('moratory'),
  };
  const interestCents = sum(
    ...principalByRates(groups, capPercent).map(({ principalCents, rates }) =>
      extensionInterest(principalCents, rates, termDays, gapDays),
    ),
  );
  const vatCents = sum(igvOf(interestCents, igvPercent), igvOf(feeCents, igvPercent));
  return {
    termDays,
    ...(capPercent !== undefined && { capPercent }),
    arrears,
    interestCents,
    feeCents,
    vatCents,
    totalCents: sum(unpaidOf('lateInterest'), arrears.moratoryCents, interestCents, feeCents, vatCents),
    currentDueDate,
    newDueDate: addDays(laterOf(date, currentDueDate), termDays),
  };
}

/** Tranches of equal rates are one sum, as they were priced before tranches had rates of their own. */
function principalByRates(groups: readonly DueGroup[], capPercent: number | undefined) {
  const parts: { principalCents: Cents; readonly rates: ReturnType<typeof extensionRates> }[] = [];
  for (const group of groups) {
    const rates = extensionRates(group, capPercent);
    const same = parts.find(
      (part) => part.rates.teaPercent === rates.teaPercent && part.rates.capPercent === rates.capPercent,
    );
    if (same) same.principalCents = sum(same.principalCents, unpaidPrincipal(group));
    else parts.push({ principalCents: unpaidPrincipal(group), rates });
  }
  return parts;
}

function lateInterestNet(group: DueGroup): Cents {
  const late = lineOf(group, 'lateInterest');
  return subtract(late.netCents, sum(late.paidNetCents, late.waivedNetCents));
}

/** Tells why an extension is not possible on a date, else undefined (domain 2.12). */
export function extensionRefusal(
  standing: Standing,
  termDays: number,
  topUpInProgress: boolean,
): ExtensionRefusal | undefined {
  const { terms, groups, date } = standing;
  const policy = terms.policy.extension;
  if (terms.productType !== 'SINGLE_PAY') return 'not-a-single-payment';
  if (standing.paidOn || standing.writtenOff) return 'loan-not-active';
  const [first] = groups as [DueGroup];
  if (first.contractLines) return 'on-a-plan';
  if (topUpInProgress) return 'top-up-in-progress';
  if (!policy.termOptions.includes(termDays)) return 'term-not-offered';
  if (daysPastDue(groups, standing, terms.policy.late) > policy.maxDaysPastDue) return 'too-late';
  if (first.extensions.length >= policy.maxConsecutive) return 'too-many-extensions';
  const newDueDate = addDays(laterOf(date, first.dueDate), termDays);
  return daysBetween(first.period.to, newDueDate) > policy.maxTotalDays ? 'too-long' : undefined;
}

/** The promise that money for an extension names: the quote, or the sum that bought it on a later day. */
export type ExtensionPromise = Pick<Extract<PaymentUse, { readonly kind: 'extension' }>, 'quote' | 'soldCents'>;

/** The price that was promised for a date, whatever becomes known after it; undefined: that of the day. */
export function promisedPrice({ quote, soldCents }: ExtensionPromise, date: CalendarDate): Cents | undefined {
  return quote && date <= quote.validUntil ? quote.priceCents : soldCents;
}

/**
 * Tells whether an amount buys the extension: at least the price less the tolerance of S/ 1.00. The price is the
 * promised one, should the price of the day be higher.
 */
export function buysExtension(
  standing: Standing,
  price: ExtensionPrice,
  amount: Cents,
  promise: ExtensionPromise = {},
): boolean {
  const neededCents = Math.min(price.totalCents, promisedPrice(promise, standing.date) ?? price.totalCents);
  return amount >= neededCents - standing.terms.policy.extension.toleranceCents;
}

/**
 * Returns the loan with its new due date, the arrears and the extension paid, and what is left of the money.
 * Principal, earlier fees and the earlier total stay as they are: nothing is capitalised (invariant P26). Céntimos
 * short of the price within the tolerance are taken off the extension's fee.
 */
export function applyExtension(
  standing: Standing,
  price: ExtensionPrice,
  amount: Cents,
  quoteId?: string,
): { readonly standing: Standing; readonly leftCents: Cents } {
  const { date, groups, terms } = standing;
  const arrears = payGroups(groups, cents(Math.min(amount, arrearsTotal(price))), {
    order: ['moratory', 'lateInterest'],
    date,
    calendar: standing.calendar,
  });
  const available = cents(Math.max(0, amount - arrearsTotal(price)));
  const bought = extensionLines(price, available, terms.pricing.igvPercent);
  const leftCents = subtract(available, bought.paidCents);
  const paid = { ...bought, quoteId, paidCents: subtract(amount, leftCents) };
  const moved = arrears.groups.map((group, index) => {
    const dueDate = laterOf(price.newDueDate, group.dueDate);
    const late = {
      from: dueDate,
      closedInterestCents: lineOf(group, 'lateInterest').netCents,
      closedMoratoryCents: lineOf(group, 'moratory').netCents,
    };
    const next = { ...group, dueDate, late };
    return index === 0 ? withExtension(next, price, paid, date) : next;
  });
  return { standing: { ...standing, groups: moved }, leftCents };
}

function arrearsTotal({ arrears }: ExtensionPrice): Cents {
  return sum(arrears.interestCents, arrears.vatCents, arrears.moratoryCents);
}

interface Bought {
  readonly interest: { readonly netCents: Cents; readonly vatCents: Cents };
  readonly fee: { readonly netCents: Cents; readonly vatCents: Cents };
  readonly paidCents: Cents;
}

function extensionLines(price: ExtensionPrice, available: Cents, igvPercent: number): Bought {
  const interestGross = sum(price.interestCents, igvOf(price.interestCents, igvPercent));
  const feeGross = sum(price.feeCents, igvOf(price.feeCents, igvPercent));
  const short = Math.max(0, interestGross + feeGross - available);
  const feePaid = cents(Math.max(0, feeGross - short));
  const interestPaid = cents(interestGross - Math.max(0, short - feeGross));
  return {
    interest: partOf(price.interestCents, interestGross, interestPaid, igvPercent),
    fee: partOf(price.feeCents, feeGross, feePaid, igvPercent),
    paidCents: sum(feePaid, interestPaid),
  };
}

/** Reduces a line to what was paid for it, IGV included. */
function partOf(net: Cents, gross: Cents, paid: Cents, igvPercent: number): Bought['fee'] {
  if (paid === gross) return { netCents: net, vatCents: subtract(gross, net) };
  const netCents = roundHalfUp((paid * 100) / (100 + igvPercent));
  return { netCents, vatCents: subtract(paid, netCents) };
}

function withExtension(
  group: DueGroup,
  price: ExtensionPrice,
  bought: Bought & { readonly quoteId: string | undefined },
  date: CalendarDate,
): DueGroup {
  const from = laterOf(date, price.currentDueDate);
  return {
    ...group,
    extensions: [
      ...group.extensions,
      {
        boughtOn: date,
        termDays: price.termDays,
        from,
        to: price.newDueDate,
        interestCents: bought.interest.netCents,
        feeCents: bought.fee.netCents,
        quoteId: bought.quoteId,
        paidCents: bought.paidCents,
      },
    ],
    lines: {
      ...group.lines,
      extensionInterest: grown(group, 'extensionInterest', bought.interest),
      extensionFee: grown(group, 'extensionFee', bought.fee),
    },
  };
}

/** Adds an amount that is paid at once to a line. */
function grown(group: DueGroup, component: Component, by: Bought['fee']): Line {
  const before = group.lines[component] ?? line(ZERO, ZERO);
  return {
    ...before,
    netCents: sum(before.netCents, by.netCents),
    vatCents: sum(before.vatCents, by.vatCents),
    paidNetCents: sum(before.paidNetCents, by.netCents),
    paidVatCents: sum(before.paidVatCents, by.vatCents),
  };
}
