import { describe, expect, test } from 'vitest';
import { ageOn, ageRefusal, STANDARD_AGE_POLICY } from '#loan/age.ts';
import { addDays, addMonths, calendarDate } from '#loan/calendar.ts';
import { forAll } from '#tests/support/for-all.ts';
import { valueDate } from '#tests/support/loan/products.ts';

const date = calendarDate;

test.each([
  ['1990-05-01', '2026-04-30', 35],
  ['1990-05-01', '2026-05-01', 36],
  ['2008-01-15', '2026-01-15', 18],
  ['2008-01-16', '2026-01-15', 17],
  // A term in years without its day ends on the month's last (CC art. 183).
  ['2008-02-29', '2026-02-27', 17],
  ['2008-02-29', '2026-02-28', 18],
  ['2026-01-15', '2026-01-15', 0],
])('born %s, on %s: %s years', (born, on, years) => {
  expect(ageOn(date(born), date(on))).toBe(years);
});

describe('a birth date', () => {
  const loan = { today: date('2026-01-15'), maturity: date('2026-02-14') };

  test.each([
    ['2008-01-15', undefined],
    ['2008-01-16', 'underage'],
    ['2026-01-16', 'future'],
    // 75 on the last due date, and 76 on it.
    ['1950-02-15', undefined],
    ['1950-02-14', 'out_of_range'],
    ['1900-01-01', 'out_of_range'],
  ])('%s: %s', (born, refusal) => {
    expect(ageRefusal(date(born), loan)).toBe(refusal);
  });

  test('is of age from the birthday on, whatever the day of birth', () =>
    forAll(2000, [valueDate], (born) => {
      const birthday = addMonths(born, 12 * STANDARD_AGE_POLICY.minAge);
      const on = (today: typeof birthday) => ageRefusal(born, { today, maturity: addDays(today, 30) });
      expect(on(birthday)).toBeUndefined();
      expect(on(addDays(birthday, -1))).toBe('underage');
    }));
});
