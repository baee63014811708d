import { addMonths, type CalendarDate } from './calendar.ts';

/**
 * Computes the age in whole years on a date. Born 29/02/2008, 18 on 28/02/2026, because the day is clamped to the month
 * as with due dates.
 */
export function ageOn(birthDate: CalendarDate, date: CalendarDate): number {
  const years = Number(date.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return addMonths(birthDate, years * 12) <= date ? years : years - 1;
}

/** A lender's age limits (domain 2.7): the lower bound is the law's, the upper bound is policy. */
export interface AgePolicy {
  readonly minAge: number;
  /** The highest age allowed at the loan's last due date. */
  readonly maxAgeAtMaturity: number;
}

export const STANDARD_AGE_POLICY: AgePolicy = { minAge: 18, maxAgeAtMaturity: 75 };

/**
 * Tells why a birth date is refused for a loan requested on a business date that ends on `maturity`: not born yet,
 * under age on the day, or older at the end than the policy allows. Born 16/01/2008, on 15/01/2026: `underage`; a day
 * later undefined. Born 15/02/1950, maturity 14/02/2026: 75, undefined; maturity 15/02/2026: 76, `out_of_range`.
 */
export function ageRefusal(
  birthDate: CalendarDate,
  { today, maturity }: { readonly today: CalendarDate; readonly maturity: CalendarDate },
  policy: AgePolicy = STANDARD_AGE_POLICY,
): 'future' | 'underage' | 'out_of_range' | undefined {
  if (birthDate > today) return 'future';
  if (ageOn(birthDate, today) < policy.minAge) return 'underage';
  return ageOn(birthDate, maturity) > policy.maxAgeAtMaturity ? 'out_of_range' : undefined;
}
