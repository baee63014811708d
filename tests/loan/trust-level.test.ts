import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import {
  isLadder,
  repeatedLevel,
  TRUST_EVENTS,
  type TrustEvent,
  type TrustEventName,
  trustEventOfPaidLoan,
  trustLevelName,
  trustStanding,
  waysToEarn,
} from '#loan/trust-level.ts';
import { forAll } from '#tests/support/for-all.ts';
import { date } from '#tests/support/loan/loans.ts';
import { VALUE_DATE } from '#tests/support/loan/products.ts';
import { TRUST_SETTINGS } from '#tests/support/loan/trust-settings.ts';

const TODAY = date('2026-06-30');
const standing = (...events: readonly TrustEvent[]) => trustStanding(events, TODAY, TRUST_SETTINGS);
const happened = (event: TrustEventName, day = '2026-06-01'): TrustEvent => ({ date: date(day), event });

test.each([
  // domain 2.10
  ['email-verified', 5],
  ['identity-approved', 15],
  ['bank-account-confirmed', 5],
  ['profile-confirmed', 5],
  ['plan-completed', 10],
  ['loan-paid-on-time', 20],
  ['loan-paid-1-to-3-days-late', 8],
  ['loan-paid-4-to-15-days-late', 0],
  ['loan-paid-16-to-60-days-late', -15],
  ['loan-defaulted', -40],
] as const)('the event %s gives a client %s points', { tags: 'promise-levels' }, (event, points) => {
  expect(standing(happened(event)).points).toBe(points);
});

test.each([
  // points, level, up to, discount on the tech fee (domain 2.10)
  [-40, 1, 50_000, 0],
  [0, 1, 50_000, 0],
  [19, 1, 50_000, 0],
  [20, 2, 80_000, 5],
  [49, 2, 80_000, 5],
  [50, 3, 120_000, 10],
  [89, 3, 120_000, 10],
  [90, 4, 200_000, 15],
  [139, 4, 200_000, 15],
  [140, 5, 300_000, 20],
])('%s points are level %s', (points, level, maxSinglePayCents, techFeeDiscountPercent) => {
  const settings = {
    ...TRUST_SETTINGS,
    points: { ...TRUST_SETTINGS.points, 'plan-completed': points },
  };
  const { level: reached } = trustStanding([happened('plan-completed')], TODAY, settings);
  expect(reached).toMatchObject({ level, maxSinglePayCents, techFeeDiscountPercent });
});

test.each([
  [-3, 'loan-paid-on-time'],
  [0, 'loan-paid-on-time'],
  [1, 'loan-paid-1-to-3-days-late'],
  [3, 'loan-paid-1-to-3-days-late'],
  [4, 'loan-paid-4-to-15-days-late'],
  [15, 'loan-paid-4-to-15-days-late'],
  [16, 'loan-paid-16-to-60-days-late'],
  [60, 'loan-paid-16-to-60-days-late'],
  [61, 'loan-defaulted'],
])('a loan paid %s days late is %s', (days, event) => {
  expect(trustEventOfPaidLoan(days)).toBe(event);
});

describe('the standing explains itself', () => {
  test('what each thing gave, oldest first, and what is missing to the next level', () => {
    const result = standing(happened('identity-approved', '2026-05-02'), happened('email-verified', '2026-05-01'));
    expect(result.history.map(({ event, delta }) => [event, delta])).toEqual([
      ['email-verified', 5],
      ['identity-approved', 15],
    ]);
    expect([result.level.level, result.next?.level.level, result.next?.pointsNeeded]).toEqual([2, 3, 30]);
  });

  test('the highest level has no next', () => {
    const many = Array.from({ length: 7 }, (_, k) => happened('loan-paid-on-time', `2026-05-0${k + 1}`));
    expect(standing(...many).next).toBeUndefined();
  });
});

test('a thing verified twice counts once; loans count each', () => {
  expect(standing(happened('email-verified', '2026-05-01'), happened('email-verified')).points).toBe(5);
  expect(standing(happened('loan-paid-on-time', '2026-05-01'), happened('loan-paid-on-time')).points).toBe(40);
});

test('a profile counts for 180 days after it was confirmed, and again when it is confirmed again', () => {
  const confirmed = happened('profile-confirmed', '2026-01-01');
  expect(standing(confirmed).points).toBe(5);
  expect(trustStanding([confirmed], addDays(date('2026-01-01'), 181), TRUST_SETTINGS).points).toBe(0);
  expect(standing(happened('profile-confirmed', '2025-06-01'), confirmed).points).toBe(5);
});

test('what has not happened yet does not count', () => {
  expect(standing(happened('loan-paid-on-time', '2026-07-01')).points).toBe(0);
});

test('the order in which events are read does not matter, and level follows points', () => {
  const events = fc.array(
    fc.record({ event: fc.constantFrom(...TRUST_EVENTS), date: fc.nat(300).map((n) => addDays(VALUE_DATE, n)) }),
    { maxLength: 15 },
  );
  forAll(2000, [events], (list) => {
    const one = trustStanding(list, TODAY, TRUST_SETTINGS);
    const other = trustStanding([...list].reverse(), TODAY, TRUST_SETTINGS);
    expect(other.points).toBe(one.points);
    expect(one.points).toBe(one.history.reduce((all, { delta }) => all + delta, 0));
    expect(one.points).toBeGreaterThanOrEqual(one.level.fromPoints);
    if (one.next) expect(one.points + one.next.pointsNeeded).toBe(one.next.level.fromPoints);
  });
});

test('the levels have names, and a lender with more of them calls the highest like the last', () => {
  const names = [1, 2, 3, 4, 5, 6].map((level) => trustLevelName({ level }));
  expect(names).toEqual(['starting', 'known', 'trusted', 'preferred', 'outstanding', 'outstanding']);
});

test('what counts once is not offered again as a way to earn points; a loan paid on time always is', () => {
  const events = [
    { date: date('2026-01-15'), event: 'email-verified' },
    { date: date('2026-02-14'), event: 'loan-paid-on-time' },
  ] as const;
  const mine = trustStanding(events, date('2026-03-01'), TRUST_SETTINGS);
  expect(waysToEarn(mine, TRUST_SETTINGS).map(({ event }) => event)).toEqual([
    'loan-paid-on-time',
    'identity-approved',
    'plan-completed',
    'loan-paid-1-to-3-days-late',
    'bank-account-confirmed',
    'profile-confirmed',
  ]);
});

test('a profile confirmed too long ago can be confirmed again for points', () => {
  const events = [{ date: date('2025-01-15'), event: 'profile-confirmed' }] as const;
  const mine = trustStanding(events, date('2026-03-01'), TRUST_SETTINGS);
  expect(waysToEarn(mine, TRUST_SETTINGS)).toContainEqual({ event: 'profile-confirmed', points: 5 });
});

const level = (number: number, fromPoints?: number) => ({ level: number, fromPoints });

test.each([
  ['levels that grow with their points', [level(1), level(2, 20), level(3, 50)], true],
  ['in whatever order they stand', [level(3, 50), level(1), level(2, 20)], true],
  ['points below zero', [level(1), level(2, -10), level(3, 0)], true],
  ['a level above another one with fewer points', [level(1), level(2, 20), level(3, 50), level(4, 35)], false],
  ['no level from the first point on', [level(1, 0), level(2, 20)], false],
  ['two levels from the first point on', [level(1), level(2), level(3, 50)], false],
  ['a level in between from the first point on', [level(1, 0), level(2), level(3, 50)], false],
  ['no level', [], false],
])('%s: is each client at one level?', (_, levels, isOne) => {
  expect(isLadder(levels)).toBe(isOne);
});

test.each([
  ['none', [level(1), level(2, 20), level(3, 50)], undefined],
  ['a number', [level(1), level(2, 20), level(2, 50)], { place: 2, figure: 'level' }],
  ['points', [level(1), level(2, 20), level(3, 20)], { place: 2, figure: 'fromPoints' }],
] as const)('of levels that repeat %s the second is found', (_, levels, repeated) => {
  expect(repeatedLevel(levels)).toEqual(repeated);
});
