import { expect, test } from 'vitest';
import { holidayTable } from '#loan/business-days.ts';
import { calendarDate } from '#loan/calendar.ts';
import { type ComplaintCase, complaintStatistics } from '#loan/complaint-statistics.ts';

const HOLIDAYS = holidayTable(['2026-04-02', '2026-04-03'].map(calendarDate));
const TODAY = calendarDate('2026-04-30');
/** Filed on Friday 27/03/2026, over the Thursday and Friday of the holy week: to be answered until 21/04/2026. */
const aCase = (endedOn: string | undefined, of: Partial<ComplaintCase> = {}): ComplaintCase => ({
  type: 'RECLAMO',
  filedOn: calendarDate('2026-03-27'),
  answerDueOn: calendarDate('2026-04-21'),
  endedOn: endedOn === undefined ? undefined : calendarDate(endedOn),
  result: endedOn === undefined ? undefined : 'ACCEPTED',
  ...of,
});
const count = (cases: readonly ComplaintCase[]) => complaintStatistics(cases, { today: TODAY, holidays: HOLIDAYS });

test('without a complaint there is nothing to count, and no days', () => {
  expect(count([])).toEqual({
    filed: 0,
    types: { RECLAMO: 0, QUEJA: 0 },
    results: { ACCEPTED: 0, PARTIAL: 0, REJECTED: 0, SETTLED: 0 },
    waiting: 0,
    medianDays: null,
    mostDays: null,
    late: 0,
  });
});

test('days are business days, and late is whatever came, or has not come, after the last day', () => {
  // Three, five and sixteen business days: the worked example of the rule.
  const answered = [aCase('2026-04-01'), aCase('2026-04-07'), aCase('2026-04-22')];
  expect(count(answered)).toMatchObject({ medianDays: 5, mostDays: 16, late: 1, waiting: 0 });
  expect(count([aCase('2026-04-21')]).late).toBe(0);
  const waits = [aCase(undefined), aCase(undefined, { answerDueOn: calendarDate('2026-04-30') })];
  expect(count([...answered, ...waits])).toMatchObject({ filed: 5, late: 2, waiting: 2, medianDays: 5 });
});

test('of an even number the median lies between the two in the middle', () => {
  expect(count([aCase('2026-04-01'), aCase('2026-04-06')]).medianDays).toBe(3.5);
});

test('each complaint has one type, and one result or none', () => {
  const cases = [
    aCase('2026-04-01', { type: 'QUEJA', result: 'PARTIAL' }),
    aCase('2026-04-01', { result: 'REJECTED' }),
    aCase('2026-04-01', { result: 'SETTLED' }),
    aCase(undefined),
  ];
  const { types, results, waiting, filed } = count(cases);
  expect(types).toEqual({ RECLAMO: 3, QUEJA: 1 });
  expect(results).toEqual({ ACCEPTED: 0, PARTIAL: 1, REJECTED: 1, SETTLED: 1 });
  expect(waiting + Object.values(results).reduce((sum, many) => sum + many, 0)).toBe(filed);
});

test('days of a year without holidays cannot be counted, and are left out', () => {
  const far = aCase('2027-01-04');
  expect(count([far])).toMatchObject({ medianDays: null, mostDays: null, late: 1 });
});
