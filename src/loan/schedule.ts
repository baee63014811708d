import { addMonths, type CalendarDate, daysBetween } from './calendar.ts';
import { igvOf } from './fees.ts';
import { type Cents, cents, roundHalfUp, splitEvenly, subtract, sum } from './money.ts';
import { interestFor, periodRate } from './rate.ts';

/** One row of a schedule. `totalCents` is the sum of its five parts; balances are principal only. */
export interface Installment {
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly days: number;
  readonly openingCents: Cents;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
  readonly vatCents: Cents;
  readonly totalCents: Cents;
  readonly closingCents: Cents;
}

export interface ScheduleInput {
  readonly principalCents: Cents;
  readonly installments: number;
  readonly valueDate: CalendarDate;
  readonly teaPercent: number;
  readonly capPercent: number;
  readonly igvPercent: number;
  /** After discount, charged with every instalment. */
  readonly perInstallmentFeeCents: Cents;
  /** After discount, divided over the instalments. */
  readonly upfrontFeeCents: Cents;
}

/** Lists monthly due dates on the value date's day, each clamped to its month's end. */
export function dueDates(valueDate: CalendarDate, installments: number): CalendarDate[] {
  return Array.from({ length: installments }, (_, k) => addMonths(valueDate, k + 1));
}

/**
 * Builds the French schedule on real day counts with the IGV of interest inside the annuity factor, so that every
 * instalment but the last costs the same (domain 3.4). EX2: S/ 3.000 in 6 at TEA 95 % → 5 × 635,63 and 635,58.
 */
export function buildSchedule(input: ScheduleInput): Installment[] {
  const dates = dueDates(input.valueDate, input.installments);
  const days = dates.map((date, k) => daysBetween(dates[k - 1] ?? input.valueDate, date));
  const level = levelAmount(input, days);
  const upfrontShares = splitEvenly(input.upfrontFeeCents, input.installments);

  let balance = input.principalCents;
  return dates.map((dueDate, k) => {
    const last = k === dates.length - 1;
    const periodDays = days[k] as number;
    const interestCents = interestFor(balance, input.teaPercent, input.capPercent, periodDays);
    const interestVat = igvOf(interestCents, input.igvPercent);
    const principalCents = last ? balance : subtract(subtract(level, interestCents), interestVat);
    const feesCents = sum(input.perInstallmentFeeCents, upfrontShares[k] as Cents);
    const vatCents = sum(interestVat, igvOf(feesCents, input.igvPercent));
    const openingCents = balance;
    balance = subtract(balance, principalCents);
    return {
      number: k + 1,
      dueDate,
      days: periodDays,
      openingCents,
      principalCents,
      interestCents,
      feesCents,
      vatCents,
      totalCents: sum(principalCents, interestCents, feesCents, vatCents),
      closingCents: balance,
    };
  });
}

/** Computes A = R(P / Σ F_k), F_k = Π 1/(1 + i_j·(1+v)): principal + interest + IGV of interest of each instalment. */
function levelAmount(input: ScheduleInput, days: readonly number[]): Cents {
  let factor = 1;
  let sumOfFactors = 0;
  for (const periodDays of days) {
    factor /= 1 + periodRate(input.teaPercent, periodDays) * (1 + input.igvPercent / 100);
    sumOfFactors += factor;
  }
  return cents(roundHalfUp(input.principalCents / sumOfFactors));
}
