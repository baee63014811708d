import { expect, test } from 'vitest';
import { holidayTable } from '#loan/business-days.ts';
import { calendarDate } from '#loan/calendar.ts';
import { dataRequestDueDate } from '#loan/data-request.ts';

const HOLIDAYS = holidayTable(['2026-01-01', '2026-04-02', '2026-04-03']);

test.each([
  ['ACCESS', '2026-01-15', '2026-02-12'],
  ['PORTABILITY', '2026-01-15', '2026-02-12'],
  ['RECTIFICATION', '2026-01-15', '2026-01-29'],
  ['CANCELLATION', '2026-03-30', '2026-04-15'],
  ['OPPOSITION', '2026-01-15', '2026-01-29'],
] as const)('%s asked on %s is answered by %s', { tags: 'promise-data-of-a-client' }, (kind, askedOn, due) => {
  expect(dataRequestDueDate(kind, calendarDate(askedOn), HOLIDAYS)).toEqual({ kind: 'date', date: due });
});

test('a term that reaches into a year without a table is not guessed', () => {
  expect(dataRequestDueDate('ACCESS', calendarDate('2026-12-20'), HOLIDAYS)).toEqual({
    kind: 'no-holiday-table',
    year: 2027,
  });
});
