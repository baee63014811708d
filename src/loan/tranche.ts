import { addDays, type CalendarDate, daysBetween } from './calendar.ts';
import type { FeeName } from './fee-names.ts';
import { type Fee, feeLine, igvOf } from './fees.ts';
import type { LoanTerms } from './loan.ts';
import { type Cents, cents, subtract, sum, times, ZERO } from './money.ts';
import { type DueGroup, type Earning, type Lines, type LoanRates, line } from './obligation.ts';
import { interestFor } from './rate.ts';
import { buildSchedule, type Installment } from './schedule.ts';

/** Picks the rates among prices and terms of delay: a contract's, or those of the day on which a top-up is agreed. */
export function ratesOf({
  pricing: { teaPercent, capPercent, igvPercent },
  policy: {
    late: { moratoryPercent, moratoryCapPercent },
  },
}: Pick<LoanTerms, 'pricing' | 'policy'>): LoanRates {
  return { teaPercent, capPercent, igvPercent, moratoryPercent, moratoryCapPercent };
}

/**
 * Builds what a loan owes by its contract when it is disbursed on the value date: one group for a single payment, one
 * per instalment otherwise. The sum of all lines must be the offer's total to the céntimo (invariant P27): EX1 573,03,
 * EX2 3.813,73.
 */
export function contractGroups(terms: LoanTerms, valueDate: CalendarDate): DueGroup[] {
  return terms.productType === 'SINGLE_PAY'
    ? [
        singleGroup({
          tranche: 1,
          principalCents: terms.principalCents,
          from: valueDate,
          dueDate: addDays(valueDate, terms.term),
          fees: terms.pricing.fees,
          rates: ratesOf(terms),
        }),
      ]
    : installmentGroups(terms, valueDate);
}

export interface SingleTranche {
  readonly tranche: number;
  readonly principalCents: Cents;
  readonly from: CalendarDate;
  readonly dueDate: CalendarDate;
  readonly fees: readonly Fee[];
  readonly rates: LoanRates;
}

/** Builds everything due on one day: a single payment, or its top-up (domain 3.2, 3.8). */
export function singleGroup({ tranche, principalCents, from, dueDate, fees, rates }: SingleTranche): DueGroup {
  const interest = interestFor(principalCents, rates.teaPercent, rates.capPercent, daysBetween(from, dueDate));
  const lines: Record<string, Lines[keyof Lines]> = {
    interest: line(interest, igvOf(interest, rates.igvPercent)),
    principal: line(principalCents, ZERO),
  };
  for (const fee of fees) {
    const { afterDiscountCents } = feeLine(fee.netCents, fee.discountCents);
    lines[fee.name] = line(afterDiscountCents, igvOf(afterDiscountCents, rates.igvPercent), earningOf(fee));
  }
  return newGroup({ tranche, number: 1, dueDate, from, baseCents: principalCents, rates, lines: lines as Lines });
}

/**
 * Tells how a fee is earned. The accelerated acceptance is a service of the first day, and so is a fee that is divided
 * over the instalments; the others are earned over time (domain 2.23, 3.5).
 */
function earningOf(fee: Fee): Earning {
  return fee.name === 'acceleratedAcceptanceFee' || fee.kind === 'spread' ? 'at-once' : 'straight-line';
}

function newGroup(part: {
  readonly tranche: number;
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly from: CalendarDate;
  readonly baseCents: Cents;
  readonly rates: LoanRates;
  readonly lines: Lines;
}): DueGroup {
  const { tranche, number, dueDate, from, baseCents, rates, lines } = part;
  return {
    tranche,
    number,
    dueDate,
    period: { from, to: dueDate },
    accrual: { from, to: dueDate, baseCents, closedCents: ZERO },
    late: { from: dueDate, closedInterestCents: ZERO, closedMoratoryCents: ZERO },
    rates,
    extensions: [],
    lines,
  };
}

/** Builds the instalments' rows with their fees by name. */
function installmentGroups(terms: LoanTerms, valueDate: CalendarDate): DueGroup[] {
  const rows = contractSchedule(terms, valueDate);
  const rates = ratesOf(terms);
  const spreadShares = sharesOfSpreadFees(terms, rows.length);
  return rows.map((row, k) => {
    const interestVat = igvOf(row.interestCents, rates.igvPercent);
    return newGroup({
      tranche: 1,
      number: row.number,
      dueDate: row.dueDate,
      from: rows[k - 1]?.dueDate ?? valueDate,
      baseCents: row.openingCents,
      rates,
      lines: {
        interest: line(row.interestCents, interestVat),
        ...feeLinesOfRow(terms, spreadShares[k] as ReadonlyMap<FeeName, Cents>),
        principal: line(row.principalCents, ZERO),
      },
    });
  });
}

/** Builds the schedule of domain 3.4, by the same function that priced the offer. */
export function contractSchedule(terms: LoanTerms, valueDate: CalendarDate): Installment[] {
  const { pricing } = terms;
  const afterDiscount = (perInstallment: boolean): Cents =>
    sum(
      ...pricing.fees
        .filter((fee) => (fee.kind === 'perInstallment') === perInstallment)
        .map((fee) => feeLine(fee.netCents, fee.discountCents).afterDiscountCents),
    );
  return buildSchedule({
    principalCents: terms.principalCents,
    installments: terms.term,
    valueDate,
    teaPercent: pricing.teaPercent,
    capPercent: pricing.capPercent,
    igvPercent: pricing.igvPercent,
    perInstallmentFeeCents: afterDiscount(true),
    upfrontFeeCents: afterDiscount(false),
  });
}

/**
 * Makes one line per fee of an instalment. The schedule taxes the fees of a row together, so the lines are differences
 * of running totals: their IGV adds up to the row's.
 */
function feeLinesOfRow(terms: LoanTerms, shares: ReadonlyMap<FeeName, Cents>): Lines {
  const { fees, igvPercent } = terms.pricing;
  const lines: Record<string, Lines[keyof Lines]> = {};
  let before = ZERO;
  for (const fee of fees) {
    const net =
      fee.kind === 'perInstallment'
        ? feeLine(fee.netCents, fee.discountCents).afterDiscountCents
        : (shares.get(fee.name) ?? ZERO);
    const after = sum(before, net);
    lines[fee.name] = line(net, subtract(igvOf(after, igvPercent), igvOf(before, igvPercent)), earningOf(fee));
    before = after;
  }
  return lines as Lines;
}

/**
 * Splits the divided fees by instalment. The schedule divides their sum; here each row's share is divided among the
 * fees in proportion, by running totals, so that both rows and fees add up.
 */
function sharesOfSpreadFees(terms: LoanTerms, installments: number): ReadonlyMap<FeeName, Cents>[] {
  const spread = terms.pricing.fees
    .filter((fee) => fee.kind !== 'perInstallment')
    .map(({ name, netCents, discountCents }) => ({ name, cents: feeLine(netCents, discountCents).afterDiscountCents }));
  const rows = Array.from({ length: installments }, () => new Map<FeeName, Cents>());
  const total = sum(...spread.map((fee) => fee.cents));
  const each = Math.floor(total / installments);
  // The cumulative charge of the fees not yet separated, by row.
  let running = rows.map((_, k) => (k < installments - 1 ? times(cents(each), k + 1) : total));
  let rest = total as number;
  for (const fee of spread) {
    const own = running.map((upTo) => (rest === 0 ? ZERO : cents(Math.floor((upTo * fee.cents) / rest))));
    for (const [k, row] of rows.entries()) row.set(fee.name, subtract(own[k] as Cents, own[k - 1] ?? ZERO));
    running = running.map((upTo, k) => subtract(upTo, own[k] as Cents));
    rest -= fee.cents;
  }
  return rows;
}
