import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addBusinessDays,
  businessDaysBetween,
  businessHoursAfter,
  dayKind,
  holidayTable,
  isBusinessDay,
  tableEndsWithin,
} from '#loan/business-days.ts';
import { addDays, calendarDate, daysBetween } from '#loan/calendar.ts';
import { HOLIDAYS } from '#server/lending/parameters/seed-holidays.ts';
import { forAll } from '#tests/support/for-all.ts';

const table = holidayTable(HOLIDAYS.map(({ date }) => date));
const date = calendarDate;

/** A filing day whose 15th business day still lies in a year with a table. */
const filingDay = fc.integer({ min: 0, max: 699 }).map((days) => addDays(date('2026-01-01'), days));

describe('the holiday table', () => {
  test('holds the sixteen holidays of 2026 that the law names', () => {
    expect(HOLIDAYS.filter(({ date: day }) => day.startsWith('2026')).map(({ date: day }) => day)).toEqual([
      '2026-01-01',
      '2026-04-02',
      '2026-04-03',
      '2026-05-01',
      '2026-06-07',
      '2026-06-29',
      '2026-07-23',
      '2026-07-28',
      '2026-07-29',
      '2026-08-06',
      '2026-08-30',
      '2026-10-08',
      '2026-11-01',
      '2026-12-08',
      '2026-12-09',
      '2026-12-25',
    ]);
  });

  test('moves Holy Week of 2027 to 25 and 26 March and keeps the fixed days', () => {
    const year = HOLIDAYS.filter(({ date: day }) => day.startsWith('2027')).map(({ date: day }) => day);
    expect(year).toHaveLength(16);
    expect(year.slice(0, 3)).toEqual(['2027-01-01', '2027-03-25', '2027-03-26']);
  });
});

describe('a business day', () => {
  test.each([
    ['2026-07-22', 'business'],
    ['2026-07-23', 'holiday'],
    ['2026-07-25', 'weekend'],
    ['2026-06-07', 'weekend'],
    ['2028-02-01', 'unknown-year'],
    ['2028-01-01', 'weekend'],
  ])('%s is: %s', (day, kind) => {
    expect(dayKind(date(day), table)).toBe(kind);
    expect(isBusinessDay(date(day), table)).toBe(kind === 'business');
  });
});

describe('counting business days', () => {
  test.each([
    ['2026-07-20', '2026-08-14'],
    ['2026-11-24', '2026-12-17'],
    ['2026-03-27', '2026-04-21'],
  ])('fifteen after %s is %s', (filed, due) => {
    expect(addBusinessDays(date(filed), 15, table)).toEqual({ kind: 'date', date: due });
  });

  test('a complaint filed on a Saturday counts from Monday', () => {
    expect(addBusinessDays(date('2026-02-07'), 1, table)).toEqual({ kind: 'date', date: '2026-02-09' });
    expect(addBusinessDays(date('2026-02-06'), 1, table)).toEqual({ kind: 'date', date: '2026-02-09' });
  });

  test('no days is the day itself', () => {
    expect(addBusinessDays(date('2026-02-07'), 0, table)).toEqual({ kind: 'date', date: '2026-02-07' });
  });

  test('a year without a table is refused, never guessed', () => {
    expect(addBusinessDays(date('2027-12-20'), 15, table)).toEqual({ kind: 'no-holiday-table', year: 2028 });
    expect(businessDaysBetween(date('2027-12-20'), date('2028-01-10'), table)).toEqual({
      kind: 'no-holiday-table',
      year: 2028,
    });
  });

  test.each([-1, 1.5, Number.NaN])('%s is not a count of days', (count) => {
    expect(() => addBusinessDays(date('2026-02-07'), count, table)).toThrow(RangeError);
  });

  test('the due date is a business day, exactly that many business days later (P33)', () =>
    forAll(500, [filingDay, fc.integer({ min: 1, max: 15 })], (filed, count) => {
      const due = addBusinessDays(filed, count, table);
      if (due.kind !== 'date') throw new Error('refused inside the table');
      expect(isBusinessDay(due.date, table)).toBe(true);
      const span = Array.from({ length: daysBetween(filed, due.date) }, (_, k) => addDays(filed, k + 1));
      expect(span.filter((day) => isBusinessDay(day, table))).toHaveLength(count);
      expect(businessDaysBetween(filed, due.date, table)).toEqual({ kind: 'days', days: count });
    }));

  test('a later filing is never due earlier', () =>
    forAll(800, [filingDay], (filed) => {
      const [first, second] = [filed, addDays(filed, 1)].map((day) => addBusinessDays(day, 15, table));
      if (first?.kind !== 'date' || second?.kind !== 'date') throw new Error('refused inside the table');
      expect(daysBetween(first.date, second.date)).toBeGreaterThanOrEqual(0);
    }));

  test('the server may be in any time zone', () => {
    const program = `
      import { addBusinessDays, holidayTable } from '#loan/business-days.ts';
      import { HOLIDAYS } from '#server/lending/parameters/seed-holidays.ts';
      const table = holidayTable(HOLIDAYS.map(({ date }) => date));
      const days = ['2026-07-20', '2026-11-24', '2026-03-27', '2026-12-28', '2026-10-24'];
      process.stdout.write(JSON.stringify(days.map((day) => addBusinessDays(day, 15, table).date)));`;
    const answers = ['America/Lima', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Madrid'].map((zone) =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      }),
    );
    expect(new Set(answers)).toEqual(
      new Set([JSON.stringify(['2026-08-14', '2026-12-17', '2026-04-21', '2027-01-19', '2026-11-13'])]),
    );
  });
});

describe('the end of the table', () => {
  test('is announced while there is time to enter the next year', () => {
    expect(tableEndsWithin(date('2027-11-01'), 60, table)).toEqual({ kind: 'covered' });
    expect(tableEndsWithin(date('2027-11-02'), 60, table)).toEqual({ kind: 'no-holiday-table', year: 2028 });
  });

  test('a gap between two years is found too', () => {
    const gap = holidayTable(['2026-01-01', '2028-01-01']);
    expect(tableEndsWithin(date('2026-06-01'), 400, gap)).toEqual({ kind: 'no-holiday-table', year: 2027 });
  });
});

describe('hours in which the lender answers', () => {
  const later = (day: string, hour: number, hours: number, minute = 0) =>
    businessHoursAfter({ date: date(day), minute: hour * 60 + minute }, hours, table);

  test.each([
    ['end the same day', '2026-01-16', 10, ['2026-01-16', 14]],
    ['end to the minute of closing', '2026-01-16', 14, ['2026-01-16', 18]],
    ['begin at nine', '2026-01-16', 3, ['2026-01-16', 13]],
    ['go on after a weekend', '2026-01-16', 16, ['2026-01-19', 11]],
    ['begin on Monday when it is Saturday', '2026-01-17', 12, ['2026-01-19', 13]],
    ['leave out a holiday', '2026-04-30', 17, ['2026-05-04', 12]],
  ] as const)('%s', (_, day, hour, [end, endHour]) => {
    expect(later(day, hour, 4)).toEqual({ date: end, minute: endHour * 60 });
  });

  test('are not counted in a year without a table', () => {
    expect(later('2030-01-02', 10, 4)).toBeUndefined();
  });
});
