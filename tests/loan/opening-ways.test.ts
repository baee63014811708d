import { expect, test } from 'vitest';
import { aheadOn, opensOn } from '#loan/opening-ways.ts';
import { dayOn, EX1 } from '#tests/support/loan/loans.ts';

test('EX1, due on a Saturday, is late on Tuesday: that is the first day on which something for late loans opens', () => {
  const ahead = opensOn(EX1, dayOn('2026-02-01'), ({ daysPastDue }) => daysPastDue > 0);
  expect([ahead?.day.date, ahead?.daysPastDue, ahead?.status]).toEqual(['2026-02-17', 3, 'PAST_DUE']);
});

test('today does not count, and sixty days are the farthest', () => {
  const today = dayOn('2026-02-01');
  expect(opensOn(EX1, today, ({ day }) => day.date === today.date)).toBeUndefined();
  expect(opensOn(EX1, today, ({ day }) => day.date === '2026-04-02')?.day.date).toBe('2026-04-02');
  expect(opensOn(EX1, today, ({ day }) => day.date === '2026-04-03')).toBeUndefined();
});

test('a loan in order has no days late', () => {
  expect(aheadOn(EX1, dayOn('2026-02-01'))).toMatchObject({ status: 'PERFORMING', daysPastDue: 0 });
});
