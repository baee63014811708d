import { type AllocationRule, payGroups, payLine } from './allocation.ts';
import { daysBetween, laterOf } from './calendar.ts';
import { igvOf } from './fees.ts';
import type { PrepaymentMode, Standing } from './loan.ts';
import { type Cents, cents, roundHalfUp, subtract, sum, ZERO } from './money.ts';
import {
  type Component,
  type DueGroup,
  earnedBy,
  type Line,
  type LoanRates,
  lineOf,
  scheduledInterest,
  unpaid,
  unpaidOfGroup,
  unpaidPrincipal,
  withLine,
} from './obligation.ts';
import { periodRate } from './rate.ts';
import { ratesOf } from './tranche.ts';

/**
 * Chooses the prepayment mode when the client has not chosen one (domain 3.5): up to two instalments are paid in
 * advance, more reduces principal. A single payment has no instalments: early money always reduces its principal.
 */
export function defaultMode(standing: Standing, amount: Cents): PrepaymentMode {
  const { terms, groups, date } = standing;
  if (terms.productType === 'SINGLE_PAY') return 'REDUCE_INSTALLMENT';
  const next = groups.filter((group) => group.dueDate > date && unpaidOfGroup(group) > 0);
  const threshold = sum(...next.slice(0, terms.policy.advanceUpToInstallments).map(unpaidOfGroup));
  return amount <= threshold ? 'ADVANCE' : terms.policy.defaultPrepaymentMode;
}

/**
 * Applies early money that is not enough for the payoff, on a date when nothing is due. ADVANCE pays the next
 * instalments unchanged. The other two modes pay the interest accrued so far, then principal, and recompute the rest:
 * REDUCE_INSTALLMENT keeps the dates, REDUCE_TERM the amount. EX2 after two instalments, S/ 800,00 on 15/03/2026:
 * 389.39 each, or 625.01 625.01 232.96 (principal + interest + IGV of interest).
 */
export function prepay(standing: Standing, amount: Cents, mode: PrepaymentMode, rule: AllocationRule): Standing {
  const { groups, date } = standing;
  const isFuture = (group: DueGroup): boolean => group.dueDate > date && unpaidOfGroup(group) > 0;
  const past = groups.filter((group) => !isFuture(group));
  const future = groups.filter(isFuture);
  if (mode === 'ADVANCE') return { ...standing, groups: merge(past, payAll(future, amount, rule)) };

  const liquidated = payAccruedInterest(future, amount, rule);
  const toPrincipal = cents(Math.min(liquidated.leftCents, sum(...future.map(unpaidPrincipal))));
  const left = subtract(liquidated.leftCents, toPrincipal);
  if (toPrincipal === 0) return { ...standing, groups: merge(past, payAll(liquidated.groups, left, rule)) };

  const rebuilt =
    standing.terms.productType === 'SINGLE_PAY'
      ? { groups: reduceSinglePayments(liquidated.groups, toPrincipal, rule), levelCents: standing.levelCents }
      : rebuildInstallments(standing, liquidated.groups, toPrincipal, mode);
  return {
    ...standing,
    levelCents: rebuilt.levelCents,
    groups: merge(past, payAll(rebuilt.groups, left, rule)),
  };
}

function merge(past: readonly DueGroup[], future: readonly DueGroup[]): DueGroup[] {
  return [...past, ...future];
}

function payAll(groups: readonly DueGroup[], amount: Cents, rule: AllocationRule): readonly DueGroup[] {
  const { groups: paid, leftCents } = payGroups(groups, amount, rule);
  if (leftCents !== 0) throw new RangeError(`money without an obligation: ${leftCents}`);
  return paid;
}

/** Interest before principal (Código Civil art. 1257): what has accrued by the date is paid first. */
function payAccruedInterest(
  groups: readonly DueGroup[],
  amount: Cents,
  { date }: AllocationRule,
): { readonly groups: readonly DueGroup[]; readonly leftCents: Cents } {
  let left = amount;
  const paid = groups.map((group) => {
    const whole = lineOf(group, 'interest');
    const accrued: Line = { ...whole, ...pickNetAndVat(earnedBy(group, 'interest', date)) };
    const part = cents(Math.min(left, Math.max(0, unpaid(accrued))));
    if (part === 0) return group;
    left = subtract(left, part);
    const { paidNetCents, paidVatCents } = payLine(accrued, part);
    return withLine(group, 'interest', { ...whole, paidNetCents, paidVatCents });
  });
  return { groups: paid, leftCents: left };
}

function pickNetAndVat({ netCents, vatCents }: { readonly netCents: Cents; readonly vatCents: Cents }) {
  return { netCents, vatCents };
}

/** Reduces single payments: they keep their date, and interest is computed on the remaining principal from now on. */
function reduceSinglePayments(groups: readonly DueGroup[], amount: Cents, { date }: AllocationRule): DueGroup[] {
  let left = amount;
  return groups.map((group) => {
    const part = cents(Math.min(left, unpaidPrincipal(group)));
    if (part === 0) return group;
    left = subtract(left, part);
    const paid = withLine(group, 'principal', payLine(lineOf(group, 'principal'), part));
    // After the contract's last day an extension runs, whose interest was paid in advance.
    return date < group.accrual.to ? restretch(paid, date, unpaidPrincipal(paid)) : paid;
  });
}

/** Closes the current interest period at a date and starts the next one on a new principal. */
function restretch(group: DueGroup, date: DueGroup['dueDate'], baseCents: Cents): DueGroup {
  const { from, to } = group.accrual;
  const closedCents = earnedBy(group, 'interest', date).netCents;
  const accrual = { from: laterOf(from, date), to, baseCents, closedCents };
  const interest = scheduledInterest(accrual, group.rates);
  const whole = lineOf(group, 'interest');
  return {
    ...withLine(group, 'interest', { ...whole, ...notBelowPaid(interest, whole) }),
    accrual,
  };
}

/** Interest paid in advance is not refunded before the loan ends. */
function notBelowPaid(
  { netCents, vatCents }: { readonly netCents: Cents; readonly vatCents: Cents },
  { paidNetCents, paidVatCents }: Line,
): { readonly netCents: Cents; readonly vatCents: Cents } {
  return {
    netCents: cents(Math.max(netCents, paidNetCents)),
    vatCents: cents(Math.max(vatCents, paidVatCents)),
  };
}

interface Rebuilt {
  readonly groups: readonly DueGroup[];
  readonly levelCents: Cents;
}

/** Recomputes the French schedule of domain 3.4 for the remaining principal and dates. */
function rebuildInstallments(
  standing: Standing,
  future: readonly DueGroup[],
  amount: Cents,
  mode: PrepaymentMode,
): Rebuilt {
  const rates = ratesOf(standing.terms);
  const balance = subtract(sum(...future.map(unpaidPrincipal)), amount);
  const days = future.map((group) => daysToRun(group, standing.date));
  const levelCents = mode === 'REDUCE_TERM' ? standing.levelCents : levelAmount(balance, days, rates);
  const groups: DueGroup[] = [];
  let opening = balance;
  let prepaid = amount;
  for (const [k, group] of future.entries()) {
    const last = k === future.length - 1;
    const row = rebuiltRow(group, standing.date, opening, levelCents, last);
    // The prepaid principal is assigned to the first row, in whose period it falls.
    groups.push(withPrincipal(row.group, row.principalCents, prepaid));
    prepaid = ZERO;
    opening = subtract(opening, row.principalCents);
    if (opening === 0 && !last) return { groups: keepServiceFees(groups, future.slice(k + 1)), levelCents };
  }
  return { groups, levelCents };
}

function daysToRun({ accrual }: DueGroup, date: DueGroup['dueDate']): number {
  return daysBetween(laterOf(accrual.from, date), accrual.to);
}

function levelAmount(balance: Cents, days: readonly number[], rates: LoanRates): Cents {
  let factor = 1;
  let sumOfFactors = 0;
  for (const periodDays of days) {
    factor /= 1 + periodRate(rates.teaPercent, periodDays) * (1 + rates.igvPercent / 100);
    sumOfFactors += factor;
  }
  return roundHalfUp(balance / sumOfFactors);
}

function rebuiltRow(
  group: DueGroup,
  date: DueGroup['dueDate'],
  opening: Cents,
  level: Cents,
  last: boolean,
): { readonly group: DueGroup; readonly principalCents: Cents } {
  const stretched = restretch(group, date, opening);
  const stillToPay = unpaid(lineOf(stretched, 'interest'));
  const room = Math.max(0, level - stillToPay);
  return { group: stretched, principalCents: last ? opening : cents(Math.min(opening, room)) };
}

/** Sets the principal still to pay in a row, besides what was paid and what is prepaid now. */
function withPrincipal(group: DueGroup, stillToPay: Cents, prepaid: Cents): DueGroup {
  const before = lineOf(group, 'principal');
  const paidNetCents = sum(before.paidNetCents, prepaid);
  return withLine(group, 'principal', { ...before, paidNetCents, netCents: sum(paidNetCents, stillToPay) });
}

/**
 * Gives the last remaining instalment what removed ones leave behind. They take their future services with them;
 * services of the first day are still owed, and what was paid stays paid: both move.
 */
function keepServiceFees(kept: readonly DueGroup[], dropped: readonly DueGroup[]): DueGroup[] {
  let last = kept.at(-1) as DueGroup;
  for (const group of dropped) {
    for (const [component, of] of Object.entries(group.lines) as [Component, Line][]) {
      const isFuture = of.earning !== 'at-once' || component === 'principal' || component === 'interest';
      last = withLine(last, component, joined(last.lines[component], isFuture ? settledPart(of) : of));
    }
  }
  return [...kept.slice(0, -1), last];
}

/** Returns the line reduced to what was paid or waived of it. */
function settledPart(of: Line): Line {
  return {
    ...of,
    netCents: sum(of.paidNetCents, of.waivedNetCents),
    vatCents: sum(of.paidVatCents, of.waivedVatCents),
  };
}

function joined(a: Line | undefined, b: Line): Line {
  if (!a) return b;
  return {
    netCents: sum(a.netCents, b.netCents),
    vatCents: sum(a.vatCents, b.vatCents),
    paidNetCents: sum(a.paidNetCents, b.paidNetCents),
    paidVatCents: sum(a.paidVatCents, b.paidVatCents),
    waivedNetCents: sum(a.waivedNetCents, b.waivedNetCents),
    waivedVatCents: sum(a.waivedVatCents, b.waivedVatCents),
    earning: a.earning,
  };
}

/**
 * Computes the remaining interest of a loan without IGV, by which the modes are compared.
 * @internal
 */
export function futureInterest({ groups, date }: Standing): Cents {
  return sum(
    ...groups.map((group) => {
      const whole = lineOf(group, 'interest').netCents;
      return subtract(whole, cents(Math.min(whole, earnedBy(group, 'interest', date).netCents)));
    }),
  );
}

/** Sums an instalment without its fees, IGV included: the amount that REDUCE_TERM keeps. */
export function coreOf(group: DueGroup): Cents {
  const interest = lineOf(group, 'interest').netCents;
  return sum(unpaidPrincipal(group), interest, igvOf(interest, group.rates.igvPercent));
}
