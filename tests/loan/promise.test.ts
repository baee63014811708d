import { describe, expect, test } from 'vitest';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';
import { type DueGroup, unpaidOfGroup } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import {
  BROKEN_WITHIN_DAYS,
  decidePromise,
  MOST_BROKEN,
  mayPromiseAlone,
  PROMISE_MAX_DAYS,
  promiseRange,
} from '#loan/promise.ts';
import { standingOn } from '#loan/standing.ts';
import { date, dayOn, EX1, EX2, having, paid } from '#tests/support/loan/loans.ts';

const LEAST = cents(2000);

describe('what may be promised', () => {
  test('EX1 ten days late: from a sixth of what is overdue, S/ 587,49, to all that will be owed on the last day', () => {
    const until = date('2026-03-11');
    expect(promiseRange(EX1, dayOn('2026-02-24'), LEAST)).toEqual({
      minCents: 9_791,
      maxCents: payoffCents(standingOn(EX1, dayOn(until))),
      from: '2026-02-24',
      until,
    });
  });

  test('instalments: from a sixth of those that are overdue, not of those to come', () => {
    const standing = standingOn(EX2, dayOn('2026-02-24'));
    const [first, second] = standing.groups.filter(({ dueDate }) => dueDate < '2026-02-24');
    expect(second).toBeUndefined();
    const range = promiseRange(EX2, dayOn('2026-02-24'), cents(100));
    expect(range?.minCents).toBe(Math.floor(unpaidOfGroup(first as DueGroup) / 6));
  });

  test('never less than the smallest payment that the lender takes', () => {
    const loan = having(EX1, paid('2026-02-14', 500));
    expect(promiseRange(loan, dayOn('2026-02-24'), LEAST)?.minCents).toBe(LEAST);
  });

  test('a remainder below the smallest payment can be promised whole', () => {
    const loan = having(EX1, paid('2026-02-14', 560));
    const range = promiseRange(loan, dayOn('2026-02-24'), LEAST);
    expect(range?.minCents).toBe(range?.maxCents);
    expect(range?.maxCents).toBeLessThan(LEAST);
  });

  test.each([
    ['in time', '2026-02-16', EX1],
    ['paid', '2026-02-24', having(EX1, paid('2026-02-14', 573.03))],
  ])('nothing for a loan that is %s', (_, day, loan) => {
    expect(promiseRange(loan, dayOn(day), LEAST)).toBeUndefined();
  });

  test('within the longest promise lies a payday, the middle or the end of the month, whatever the day', () => {
    for (let day = 1; day <= 31; day += 1) {
      const days = Array.from({ length: PROMISE_MAX_DAYS + 1 }, (_, k) => new Date(Date.UTC(2026, 0, day + k)));
      const isPayday = (one: Date) =>
        one.getUTCDate() === 15 || new Date(one.getTime() + 86_400_000).getUTCDate() === 1;
      expect(days.some(isPayday), `from ${day}/01`).toBe(true);
    }
  });
});

describe('without a person', () => {
  const today = date('2026-03-21');

  test.each([
    ['none', [], true],
    ['one', ['2026-03-20'], true],
    ['two', ['2026-02-28', '2026-03-20'], false],
    ['two, the first of them 60 days ago', ['2026-01-20', '2026-03-20'], false],
    ['two, the first of them 61 days ago', ['2026-01-19', '2026-03-20'], true],
  ] as const)('%s broken', (_, brokenDueOn, expected) => {
    expect(mayPromiseAlone(brokenDueOn.map(date), today)).toBe(expected);
  });

  test('two within 60 days are the limit that the note of the decision says', () => {
    expect([MOST_BROKEN, BROKEN_WITHIN_DAYS]).toEqual([2, 60]);
  });
});

describe('kept or broken', () => {
  const promise = { status: 'OPEN', amountCents: cents(10_000), dueOn: date('2026-03-10') } as const;
  const [before, after] = [
    { status: 'PAST_DUE', today: date('2026-03-10') },
    { status: 'PAST_DUE', today: date('2026-03-11') },
  ] as const;

  test('it is open to the end of its day, whatever was paid', () => {
    expect(decidePromise(promise, cents(0), before)).toBe('OPEN');
    expect(decidePromise(promise, cents(10_000), before)).toBe('OPEN');
  });

  test.each([
    [10_000, 'KEPT'],
    [9_999, 'BROKEN'],
    [0, 'BROKEN'],
  ])('the day after, with %i céntimos paid, it is %s', (paidCents, expected) => {
    expect(decidePromise(promise, cents(paidCents), after)).toBe(expected);
  });

  test('money that becomes known later keeps it, and money taken back breaks it', () => {
    expect(decidePromise({ ...promise, status: 'BROKEN' }, cents(10_000), after)).toBe('KEPT');
    expect(decidePromise({ ...promise, status: 'KEPT' }, cents(6_000), { ...after, status: 'PERFORMING' })).toBe(
      'BROKEN',
    );
  });

  test.each(LOAN_STATUSES)('without the money, of a loan that is %s', (status) => {
    const isLate = ['PAST_DUE', 'DEFAULTED', 'WRITTEN_OFF'].includes(status);
    expect(decidePromise(promise, cents(0), { ...after, status })).toBe(isLate ? 'BROKEN' : 'REPLACED');
  });
});
