import { addDays, type CalendarDate } from './calendar.ts';
import type { FeeName } from './fee-names.ts';
import { type Fee, type FeeLine, feeLine, feeOverLoan, igvOf, sumLines } from './fees.ts';
import { type Cents, fromSoles, splitEvenly, subtract, sum } from './money.ts';
import type { Pricing, Product } from './product.ts';
import { type Flow, interestFor } from './rate.ts';
import { buildSchedule, type Installment } from './schedule.ts';
import { tcea } from './tcea.ts';

/** A priced loan: the numbers of product-spec §3 in céntimos, and the true annual cost. */
export interface Offer {
  readonly principalCents: Cents;
  readonly totalCents: Cents;
  /** The only due date, or the last instalment's. */
  readonly dueDate: CalendarDate;
  readonly valueDate: CalendarDate;
  readonly totalFeesCents: Cents;
  readonly totalFeesWithoutDiscountCents: Cents;
  readonly totalFeesWithoutDiscountWithVatCents: Cents;
  readonly totalVatCents: Cents;
  /** Fees the product does not have are absent. */
  readonly fees: Readonly<Partial<Record<FeeName, FeeLine>>>;
  /** Only for instalments. */
  readonly schedule?: readonly Installment[];
  /** Percent, two decimals. */
  readonly teaPercent: number;
  readonly tceaPercent: number;
  readonly tceaExclVatPercent: number;
}

/** Prices any product: the one entry for calculator, offer, contract and ledger (invariant P27). */
export function priceOffer(product: Product, amount: number, term: number, valueDate: CalendarDate): Offer {
  const principal = fromSoles(amount);
  const pricing = effectivePricing(product.pricing, amount, term);
  return product.productType === 'SINGLE_PAY'
    ? priceSinglePay(pricing, principal, term, valueDate)
    : priceInstallments(pricing, principal, term, valueDate);
}

/** Applies a promotion, which sets every price to zero. */
export function effectivePricing(pricing: Pricing, amount: number, term: number): Pricing {
  const free = pricing.freeUpTo;
  if (!free || amount > free.amount || term > free.term) return pricing;
  return { ...pricing, teaPercent: 0, fees: [] };
}

/**
 * Prices a single payment of everything after `termDays` (domain 3.2). EX1: S/ 500 for 30 days from 15/01/2026 →
 * 573,03.
 */
export function priceSinglePay(pricing: Pricing, principal: Cents, termDays: number, valueDate: CalendarDate): Offer {
  const interest = interestFor(principal, pricing.teaPercent, pricing.capPercent, termDays);
  const fees = feeMap(interest, pricing.fees, 1);
  const lines = Object.values(fees);
  const totals = sumLines(lines);
  const totalVat = sum(...lines.map((line) => igvOf(line.afterDiscountCents, pricing.igvPercent)));
  const vatWithoutDiscount = sum(...lines.map((line) => igvOf(line.netCents, pricing.igvPercent)));
  const total = sum(principal, totals.afterDiscountCents, totalVat);
  return {
    principalCents: principal,
    totalCents: total,
    valueDate,
    dueDate: addDays(valueDate, termDays),
    totalFeesCents: totals.afterDiscountCents,
    totalFeesWithoutDiscountCents: totals.netCents,
    totalFeesWithoutDiscountWithVatCents: sum(totals.netCents, vatWithoutDiscount),
    totalVatCents: totalVat,
    fees,
    teaPercent: pricing.teaPercent,
    tceaPercent: tcea(principal, [{ days: termDays, amountCents: total }]),
    tceaExclVatPercent: tcea(principal, [{ days: termDays, amountCents: total - totalVat }]),
  };
}

/** Prices monthly instalments (domain 3.4). EX2: S/ 3.000 in six from 15/01/2026 at TEA 95 % → 3.813,73. */
export function priceInstallments(
  pricing: Pricing,
  principal: Cents,
  installments: number,
  valueDate: CalendarDate,
): Offer {
  const schedule = scheduleAfterDiscount(pricing, principal, installments, valueDate);
  const interest = sum(...schedule.map((row) => row.interestCents));
  const fees = feeMap(interest, pricing.fees, installments);
  const totals = sumLines(Object.values(fees));
  const totalVat = sum(...schedule.map((row) => row.vatCents));
  const vatWithoutDiscount = vatBeforeDiscount(pricing, schedule);
  const flows = daysFromValueDate(schedule);
  return {
    principalCents: principal,
    totalCents: sum(principal, totals.afterDiscountCents, totalVat),
    valueDate,
    dueDate: (schedule.at(-1) as Installment).dueDate,
    totalFeesCents: totals.afterDiscountCents,
    totalFeesWithoutDiscountCents: totals.netCents,
    totalFeesWithoutDiscountWithVatCents: sum(totals.netCents, vatWithoutDiscount),
    totalVatCents: totalVat,
    fees,
    schedule,
    teaPercent: pricing.teaPercent,
    tceaPercent: tcea(
      principal,
      flows((row) => row.totalCents),
    ),
    tceaExclVatPercent: tcea(
      principal,
      flows((row) => row.totalCents - row.vatCents),
    ),
  };
}

function feeMap(interest: Cents, fees: readonly Fee[], installments: number): Partial<Record<FeeName, FeeLine>> {
  const map: Partial<Record<FeeName, FeeLine>> = { interestFee: feeLine(interest) };
  for (const fee of fees) map[fee.name] = feeOverLoan(fee, installments);
  return map;
}

/** Splits the fees, before IGV, into those of each instalment and those divided over all. */
function feeParts(pricing: Pricing): { readonly each: FeeLine; readonly spread: FeeLine } {
  const part = (perInstallment: boolean): FeeLine =>
    sumLines(
      pricing.fees
        .filter((fee) => (fee.kind === 'perInstallment') === perInstallment)
        .map((fee) => feeLine(fee.netCents, fee.discountCents)),
    );
  return { each: part(true), spread: part(false) };
}

function scheduleAfterDiscount(
  pricing: Pricing,
  principal: Cents,
  installments: number,
  valueDate: CalendarDate,
): Installment[] {
  const { each, spread } = feeParts(pricing);
  return buildSchedule({
    principalCents: principal,
    installments,
    valueDate,
    teaPercent: pricing.teaPercent,
    capPercent: pricing.capPercent,
    igvPercent: pricing.igvPercent,
    perInstallmentFeeCents: each.afterDiscountCents,
    upfrontFeeCents: spread.afterDiscountCents,
  });
}

/** Computes the IGV without discounts: that of the interest is unchanged, that of the fees is higher. */
function vatBeforeDiscount(pricing: Pricing, schedule: readonly Installment[]): Cents {
  const { each, spread } = feeParts(pricing);
  const shares = splitEvenly(spread.netCents, schedule.length);
  return sum(
    ...schedule.map((row, k) => {
      const interestVat = subtract(row.vatCents, igvOf(row.feesCents, pricing.igvPercent));
      return sum(interestVat, igvOf(sum(each.netCents, shares[k] as Cents), pricing.igvPercent));
    }),
  );
}

function daysFromValueDate(schedule: readonly Installment[]): (amount: (row: Installment) => number) => Flow[] {
  return (amount) => {
    let days = 0;
    return schedule.map((row) => {
      days += row.days;
      return { days, amountCents: amount(row) };
    });
  };
}
