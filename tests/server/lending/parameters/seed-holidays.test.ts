import { expect, test } from 'vitest';
import { readHealth } from '#server/lending/health.ts';
import { insertHolidays, readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { seedHolidays } from '#server/lending/parameters/seed-holidays.ts';
import { clockAt } from '#tests/support/clock.ts';
import { withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';

const book = withComplaintsBook();

test('a start adds the years it knows and leaves an operator’s alone', async () => {
  const { kysely } = book.db;
  expect(await seedHolidays(kysely)).toBe(0);
  expect(await insertHolidays(kysely, [{ date: '2028-01-01', name: 'Año Nuevo' }], 'ana')).toBe(1);
  expect(await insertHolidays(kysely, [{ date: '2028-01-01', name: 'otra vez' }], 'ana')).toBe(0);
  expect(await seedHolidays(kysely, [{ date: '2028-05-01', name: 'Día del Trabajo' }])).toBe(0);
  expect([...(await readHolidays(kysely)).years].sort()).toEqual([2026, 2027, 2028]);
});

test.each([
  ['2027-09-30', 0],
  ['2027-10-02', 1],
  ['2028-01-10', 1],
])('on %s the health names a missing year: %i', async (today, count) => {
  const health = await readHealth({ db: book.db, clock: clockAt(today), carryCapForward: true });
  expect(health.notes.filter((note) => note.includes('holidays of 2028'))).toHaveLength(count);
});
