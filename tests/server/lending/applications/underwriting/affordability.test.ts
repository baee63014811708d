import { describe, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import {
  approvedRange,
  highestAffordable,
  monthlyBurden,
  monthlyCapacity,
} from '#server/lending/applications/underwriting/affordability.ts';
import { aSnapshot } from '#tests/support/applications/decision-snapshot.ts';
import { SHORT, SINGLE_PAY } from '#tests/support/loan/products.ts';

const TODAY = calendarDate('2026-01-15');

describe('what a loan takes of a month', () => {
  test.each([
    ['EX1, all in one payment', SINGLE_PAY, 500, 30, 57_303],
    ['EX2, its highest instalment', SHORT, 3_000, 6, 63_563],
  ])('%s', (_, product, amount, term, cents) => {
    expect(monthlyBurden(product, amount, term, TODAY)).toBe(cents);
  });
});

describe('what a month can carry', () => {
  test.each([
    ['35 % of the income', { net: 2_500, expenses: 900, otherLoans: 0 }, 87_500],
    ['what is left, when that is less', { net: 2_500, expenses: 1_900, otherLoans: 0 }, 60_000],
    ['after other loans too', { net: 2_500, expenses: 1_900, otherLoans: 500 }, 10_000],
    ['nothing when more is spent than earned', { net: 2_500, expenses: 2_600, otherLoans: 0 }, 0],
    ['what is said to be left, when that is less', { net: 2_500, free: 600 }, 60_000],
    ['no more than 35 %, whatever is left', { net: 2_500, free: 2_400 }, 87_500],
    ['nothing when nothing is left', { net: 2_500, free: 0 }, 0],
    ['to the céntimo', { net: 1_637, expenses: 0, otherLoans: 0 }, 57_295],
  ])('a month can carry %s', { tags: 'promise-how-an-application-is-assessed' }, (_, income, cents) => {
    expect(monthlyCapacity(aSnapshot({ income }))).toBe(cents);
  });
});

test('an income a sol short of S/ 500 for 30 days is enough for one step less', () => {
  expect(highestAffordable(aSnapshot({ income: { net: 1_637, expenses: 0 } }), 30)).toBe(450);
  expect(highestAffordable(aSnapshot({ income: { net: 1_638, expenses: 0 } }), 30)).toBe(500);
  expect(highestAffordable(aSnapshot({ income: { net: 100, expenses: 0 } }), 30)).toBeUndefined();
});

test('without room for the term that was asked for there is no range, although another might fit', () => {
  expect(approvedRange(aSnapshot({ income: { net: 300, expenses: 0 } }))).toBeUndefined();
});
