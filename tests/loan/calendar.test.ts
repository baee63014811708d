import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, calendarDate, daysBetween, isCalendarDate, laterOf, weekday } from '#loan/calendar.ts';
import { forAll } from '#tests/support/for-all.ts';
import { valueDate } from '#tests/support/loan/products.ts';

describe('a calendar date', () => {
  test.each(['2026-01-15', '2024-02-29', '2026-12-31', '2000-02-29'])('%s exists', (text) => {
    expect(isCalendarDate(text)).toBe(true);
    expect(calendarDate(text)).toBe(text);
  });

  test.each([
    ['no 29 February in 2026', '2026-02-29'],
    ['no 29 February in 2100', '2100-02-29'],
    ['no 31 April', '2026-04-31'],
    ['no month 13', '2026-13-01'],
    ['no month 0', '2026-00-10'],
    ['no day 0', '2026-01-00'],
    ['the way people write it', '15/01/2026'],
    ['a single digit', '2026-1-5'],
    ['an instant', '2026-01-15T00:00:00Z'],
    ['the first century', '0026-01-15'],
    ['before any loan', '1899-12-31'],
    ['nothing', ''],
  ])('is refused: %s', (_, text) => {
    expect(isCalendarDate(text)).toBe(false);
    expect(() => calendarDate(text)).toThrow(/not a calendar date/);
  });
});

describe('days', () => {
  test.each([
    ['2026-01-15', 30, '2026-02-14'],
    ['2026-01-15', 0, '2026-01-15'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-12-31', 7, '2027-01-07'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s and %s days is %s', (from, days, expected) => expect(addDays(calendarDate(from), days)).toBe(expected));

  test('the first day is not counted: 15/01 to 14/02 is 30', () => {
    expect(daysBetween(calendarDate('2026-01-15'), calendarDate('2026-02-14'))).toBe(30);
  });

  test('adding the days between two dates leads from one to the other', () =>
    forAll(2000, [valueDate, valueDate], (a, b) => {
      expect(addDays(a, daysBetween(a, b))).toBe(b);
    }));

  test('are those of the civil calendar, over four centuries', () => {
    const days = fc.integer({ min: -80_000, max: 80_000 });
    forAll(2000, [valueDate, days], (from, count) => {
      const civil = new Date(Date.parse(from) + count * 86_400_000);
      const to = addDays(from, count);
      expect(to).toBe(civil.toISOString().slice(0, 10));
      expect(weekday(to)).toBe(civil.getUTCDay());
      expect(daysBetween(to, from)).toBe(-count === 0 ? 0 : -count);
      expect(laterOf(from, to)).toBe(count > 0 ? to : from);
    });
  });

  test('what is not a number of days leads to no date', () => {
    expect(() => addDays(calendarDate('2026-01-15'), Number.NaN)).toThrow(RangeError);
    expect(() => addMonths(calendarDate('2026-01-15'), Number.NaN)).toThrow(RangeError);
  });

  test('a year has 365 or 366 of them', () => {
    expect(daysBetween(calendarDate('2026-01-01'), calendarDate('2027-01-01'))).toBe(365);
    expect(daysBetween(calendarDate('2024-01-01'), calendarDate('2025-01-01'))).toBe(366);
  });
});

describe('months, always counted from the first date', () => {
  const months = (anchor: string, count: number): string[] =>
    Array.from({ length: count }, (_, k) => addMonths(calendarDate(anchor), k + 1));

  test('31 January falls on each month’s end, and on the 31st where there is one', () => {
    expect(months('2026-01-31', 6)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
    ]);
  });

  test('in a leap year February has its 29th', () => {
    expect(months('2028-01-31', 2)).toEqual(['2028-02-29', '2028-03-31']);
    expect(months('2027-12-30', 2)).toEqual(['2028-01-30', '2028-02-29']);
  });

  test('29 February comes back on the 28th a year later', () => {
    expect(addMonths(calendarDate('2028-02-29'), 12)).toBe('2029-02-28');
    expect(addMonths(calendarDate('2028-02-29'), 48)).toBe('2032-02-29');
  });

  test('a middle day stays, over the turn of the year', () => {
    expect(months('2026-10-15', 4)).toEqual(['2026-11-15', '2026-12-15', '2027-01-15', '2027-02-15']);
  });

  test('land on the anchor’s day or on the month’s end, in the right month', () =>
    forAll(2000, [valueDate, fc.integer({ min: 0, max: 120 })], (anchor, count) => {
      const date = addMonths(anchor, count);
      const [year, month, day] = date.split('-').map(Number) as [number, number, number];
      const [anchorYear, anchorMonth, anchorDay] = anchor.split('-').map(Number) as [number, number, number];
      expect(year * 12 + month - (anchorYear * 12 + anchorMonth)).toBe(count);
      expect(day === anchorDay || (day < anchorDay && addDays(date, 1).endsWith('-01'))).toBe(true);
    }));
});

test('the day of the week: 14/02/2026 is a Saturday', () => {
  expect(weekday(calendarDate('2026-02-14'))).toBe(6);
  expect(weekday(calendarDate('2026-02-15'))).toBe(0);
  expect(weekday(calendarDate('2026-02-16'))).toBe(1);
});
