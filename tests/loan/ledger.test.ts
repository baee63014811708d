import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACCOUNTS,
  type Balances,
  balancesAfter,
  difference,
  disbursementConfirmed,
  disbursementOrdered,
  disbursementRejected,
  isBalanced,
  journal,
  paidBackFromBank,
  providerSettled,
  reversal,
  unappliedMatched,
  unappliedReturned,
  unknownCredit,
} from '#loan/ledger.ts';
import { cents } from '#loan/money.ts';
import { forAll } from '#tests/support/for-all.ts';

describe('the journals of domain 2.23', () => {
  test.each([
    ['the order', disbursementOrdered(cents(50_000)), { 'loan-principal': 50_000, 'disbursement-clearing': -50_000 }],
    ['the bank pays', disbursementConfirmed(cents(50_000)), { 'disbursement-clearing': 50_000, bank: -50_000 }],
    [
      'the bank refuses',
      disbursementRejected(cents(50_000)),
      { 'loan-principal': -50_000, 'disbursement-clearing': 50_000 },
    ],
    [
      'the provider settles',
      providerSettled(cents(57_303), cents(1977)),
      { 'psp-clearing': -57_303, 'unapplied-funds': 55_326, 'psp-cost': 1977 },
    ],
    ['a code’s money goes back by bank', paidBackFromBank(cents(1000)), { 'psp-clearing': 1000, bank: -1000 }],
    ['unknown money', unknownCredit(cents(1000)), { bank: 1000, 'unapplied-funds': -1000 }],
    [
      'unknown money by code',
      unknownCredit(cents(1000), 'psp-clearing'),
      { 'psp-clearing': 1000, 'unapplied-funds': -1000 },
    ],
    ['it is known', unappliedMatched(cents(1000)), { bank: -1000, 'unapplied-funds': 1000 }],
    ['it goes back', unappliedReturned(cents(1000)), { bank: -1000, 'unapplied-funds': 1000 }],
  ])('%s', (_, postings, expected) => {
    expect(Object.fromEntries(postings.map(({ account, amountCents }) => [account, amountCents]))).toEqual(expected);
  });

  test('a provider that costs nothing has no line for it', () => {
    expect(providerSettled(cents(100), cents(0)).map(({ account }) => account)).toEqual([
      'psp-clearing',
      'unapplied-funds',
    ]);
  });
});

test('what does not balance is a bug', () => {
  expect(() => journal({ bank: cents(1) })).toThrow('does not balance');
  expect(isBalanced([{ account: 'bank', amountCents: cents(1) }])).toBe(false);
});

const balances: fc.Arbitrary<Balances> = fc
  .array(fc.integer({ min: -1_000_000, max: 1_000_000 }), {
    minLength: ACCOUNTS.length - 1,
    maxLength: ACCOUNTS.length - 1,
  })
  .map((amounts) => {
    const last = -amounts.reduce((all, amount) => all + amount, 0);
    return Object.fromEntries(ACCOUNTS.map((account, k) => [account, cents(amounts[k] ?? last)]));
  });

describe('for any balances', () => {
  test('the difference leads from one to the other, balances, and has no empty line', () =>
    forAll(2000, [balances, balances], (before, after) => {
      const postings = difference(before, after);
      expect(balancesAfter(before, postings)).toEqual(after);
      expect(isBalanced(postings)).toBe(true);
      expect(postings.every(({ amountCents }) => amountCents !== 0)).toBe(true);
    }));

  test('a journal and its mirror leave nothing behind', () =>
    forAll(2000, [balances, balances], (before, after) => {
      const postings = difference(before, after);
      expect(balancesAfter(before, postings, reversal(postings))).toEqual(before);
    }));
});
