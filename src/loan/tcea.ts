import type { Cents } from './money.ts';
import { type Flow, roundPercent, solveAnnualRate } from './rate.ts';

/** TCEA (Ley 29888) in percent, two decimals. EX1: 500,00 received, 573,03 after 30 days → 413.44. */
export function tcea(receivedCents: Cents, payments: readonly Flow[]): number {
  return roundPercent(solveAnnualRate(receivedCents, payments));
}
