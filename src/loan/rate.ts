import { type Cents, cents, roundDown, roundHalfUp } from './money.ts';

/** Banking year of Peru's effective annual rates (art. 94, Res. SBS 8181-2012). */
const DAYS_PER_YEAR = 360;

/**
 * Computes the rate of a period under an effective annual rate: `(1+TEA)^(d/360) − 1`.
 * @param teaPercent effective annual rate in percent (110 = 110 %)
 * @param days calendar days
 * @returns a fraction (0.0638 = 6.38 %), not rounded
 */
export function periodRate(teaPercent: number, days: number): number {
  return Math.expm1((Math.log1p(teaPercent / 100) * days) / DAYS_PER_YEAR);
}

/**
 * Computes the compensatory interest on principal for a period, capped by the legal maximum of the contract date
 * (domain 3.1, guard 2): `min(R(P·i(d)), ⌊P·i_cap(d)⌋)`. S/ 500 at 110 % for 30 days → 31,89.
 */
export function interestFor(principal: Cents, teaPercent: number, capPercent: number, days: number): Cents {
  const interest = roundHalfUp(principal * periodRate(teaPercent, days));
  const ceiling = roundDown(principal * periodRate(capPercent, days));
  return cents(Math.min(interest, ceiling));
}

/** A cash flow: money lent (negative) or received (positive), `days` after disbursement. */
export interface Flow {
  readonly days: number;
  readonly amountCents: number;
}

/**
 * Solves for the effective annual rate, in percent and not rounded, that equates what was received with what is paid
 * back; 0 when no more is paid back than was received. Found by bisection on u = ln(1+x), which needs one root and a
 * change of sign.
 * A root exists because at u = 0 more comes back than went out, and with growing u the payments are worth ever less
 * against `received`. It is unique where all money goes out before any comes back, because then the excess falls with
 * every u. A later disbursement or refund (a negative payment) keeps it unique as long as the client is in debt
 * throughout.
 */
export function solveAnnualRate(received: Cents, payments: readonly Flow[]): number {
  const excess = (u: number): number => {
    let present = -received as number;
    for (const { days, amountCents } of payments) present += amountCents * Math.exp((-u * days) / DAYS_PER_YEAR);
    return present;
  };
  if (excess(0) <= 0) return 0;
  let low = 0;
  let high = 1;
  while (excess(high) > 0) high *= 2;
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return Math.expm1((low + high) / 2) * 100;
}

/** Rounds a rate in percent as it is shown and sent: two decimals, half up (413.4387 → 413.44). */
export function roundPercent(percent: number): number {
  return Math.floor(percent * 100 + 0.5) / 100;
}
