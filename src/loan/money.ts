/**
 * Money as a whole number of céntimos. Soles exist only at the edges (the wire and the screen), so that no sum in this
 * room can drift.
 */
export type Cents = number & { readonly __unit: 'cents' };

/** Marks a whole number as céntimos. Throws on a fraction or beyond 2^53: that is a bug, never user input. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of céntimos: ${value}`);
  // 0 and -0 are equal, but -0 prints differently.
  return (value === 0 ? 0 : value) as Cents;
}

export const ZERO = 0 as Cents;

/** Converts soles of wire and screen to céntimos: `573.03` → `57303`. The wire carries at most two decimals. */
export function fromSoles(soles: number): Cents {
  return cents(Math.round(soles * 100));
}

/** Converts céntimos to soles for the wire: `57303` → `573.03`. */
export function toSoles(amountCents: Cents): number {
  return amountCents / 100;
}

/** Computes the sum of stored lines. Totals are always sums, never rounded again (domain 3.1 c). */
export function sum(...amounts: readonly Cents[]): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
}

/** Computes `a − b`. */
export function subtract(a: Cents, b: Cents): Cents {
  return cents(a - b);
}

/** Computes `amount × count`, count whole. */
export function times(amount: Cents, count: number): Cents {
  return cents(amount * count);
}

/** Rounds half up to the céntimo (R(x)), once per stored line; x is céntimos with a fraction and never negative. */
export function roundHalfUp(amount: number): Cents {
  return cents(Math.floor(amount + 0.5));
}

/** Rounds down to the céntimo: for legal ceilings, which are never rounded in the lender's favour. */
export function roundDown(amount: number): Cents {
  return cents(Math.floor(amount));
}

/**
 * Computes R(rate × amount) for a percent with at most two decimals, in exact integers, because doubles would land on
 * the wrong side of a half céntimo: IGV of 18 % on 31,89 is 5,74.
 */
export function percentOf(amount: Cents, percent: number): Cents {
  const basisPoints = Math.round(percent * 100);
  return cents(Math.floor((amount * basisPoints + 5_000) / 10_000));
}

/** Splits a total into n parts of ⌊T/n⌋, the last takes the remainder (domain 3.1 e): 10,00 in 3 → 3,33 3,33 3,34. */
export function splitEvenly(total: Cents, parts: number): Cents[] {
  const each = Math.floor(total / parts);
  return Array.from({ length: parts }, (_, k) => cents(k < parts - 1 ? each : total - each * (parts - 1)));
}
