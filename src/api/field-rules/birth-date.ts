import { isCalendarDate } from '#loan/calendar.ts';
import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';

const WITH_SIGNS = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})$/;
const DIGITS = /^(\d{2})(\d{2})(\d{4})$/;

/**
 * Normalises a date: `1/5/1990`, `01-05-1990`, `01 05 1990`, `01051990` → `1990-05-01`; a date that is already stored
 * that way stays. Day first, because everybody in Peru writes it so. Anything else stays as typed and is then invalid.
 */
export function normaliseDate(typed: string): string {
  const text = cleaned(typed).trim();
  const [, day, month, year] = WITH_SIGNS.exec(text) ?? DIGITS.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/**
 * A birth date: a real day. Whether the person is old enough depends on the business date: `ageRefusal` in
 * `loan/age.ts`.
 */
export const birthDate: FieldRule = {
  normalise: normaliseDate,
  check: (value) => (isCalendarDate(value) ? undefined : 'invalid'),
};
