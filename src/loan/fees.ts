import type { FeeKind, FeeName } from './fee-names.ts';
import { type Cents, percentOf, subtract, sum, times, ZERO } from './money.ts';

/** A fee's price and discount, before IGV. `interestFee` is not among them: it is computed. */
export interface Fee {
  readonly name: Exclude<FeeName, 'interestFee'>;
  readonly kind: FeeKind;
  readonly netCents: Cents;
  readonly discountCents: Cents;
}

/** One line of an offer's fees map, before IGV. `after = net − discount`. */
export interface FeeLine {
  readonly netCents: Cents;
  readonly discountCents: Cents;
  readonly afterDiscountCents: Cents;
}

/** Builds a line; a discount never exceeds the fee. */
export function feeLine(netCents: Cents, discountCents: Cents = ZERO): FeeLine {
  const discount = discountCents > netCents ? netCents : discountCents;
  return { netCents, discountCents: discount, afterDiscountCents: subtract(netCents, discount) };
}

/** Computes the fee over the whole loan: a per-instalment fee of 4,00 in six instalments is 24,00. */
export function feeOverLoan(fee: Fee, installments: number): FeeLine {
  const count = fee.kind === 'perInstallment' ? installments : 1;
  return feeLine(times(fee.netCents, count), times(fee.discountCents, count));
}

/** Computes the sum of the lines, field by field. */
export function sumLines(lines: readonly FeeLine[]): FeeLine {
  return {
    netCents: sum(...lines.map((line) => line.netCents)),
    discountCents: sum(...lines.map((line) => line.discountCents)),
    afterDiscountCents: sum(...lines.map((line) => line.afterDiscountCents)),
  };
}

/** Computes the IGV of one line on the amount after discount, rounded once (domain 3.1 d). */
export function igvOf(amount: Cents, igvPercent: number): Cents {
  return percentOf(amount, igvPercent);
}
