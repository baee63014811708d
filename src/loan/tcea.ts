import type { Cents } from './money.ts';
import { type Flow, roundPercent, solveAnnualRate } from './rate.ts';

/**
 * Computes the TCEA (Ley 29888): the annual rate that equates everything the client pays with what the client received,
 * in percent with two decimals. EX1: 500,00 received, 573,03 paid after 30 days → 413.44. Over 9,999.99 % the number is
 * returned as it is, because it must not be hidden.
 */
export function tcea(receivedCents: Cents, payments: readonly Flow[]): number {
  return roundPercent(solveAnnualRate(receivedCents, payments));
}
