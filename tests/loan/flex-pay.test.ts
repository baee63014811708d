import { describe, expect, test } from 'vitest';
import {
  flexIneligibility,
  flexPaidSoFar,
  flexTerms,
  nextMinimum,
  STANDARD_FLEX_SETTINGS,
  settlementOffer,
} from '#loan/flex-pay.ts';
import type { LoanFact } from '#loan/loan.ts';
import { cents, toSoles } from '#loan/money.ts';
import { lineOf, unpaidOfGroup } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { statusOf } from '#loan/standing.ts';
import { date, EX1, having, on, paid } from '#tests/support/loan/loans.ts';

/** EX1 sixteen days late: 573,03 + 16,76 + IGV 3,02 + moratory 3,49. */
const LATE = on(EX1, '2026-03-02');
const TERMS = flexTerms(LATE, STANDARD_FLEX_SETTINGS);
const flex: LoanFact = { kind: 'flex', id: 'flex-1', date: date('2026-03-02'), flex: TERMS };
const FLEX = having(EX1, flex);
const into = { kind: 'arrangement' } as const;

test('the terms: everything owed, a sixth of it a month, 180 days', () => {
  expect(payoffCents(LATE)).toBe(57_303 + 1676 + 302 + 349);
  expect(TERMS).toEqual({
    balanceCents: 59_630,
    minPaymentCents: 2000,
    minMonthlyCents: 9939,
    periodDays: 30,
    endedAfterDays: 15,
    finalDate: '2026-08-29',
  });
});

test('the minimum is never less than the smallest payment', () => {
  const nearlyPaid = on(having(EX1, paid('2026-02-14', 520)), '2026-03-02');
  expect(flexTerms(nearlyPaid, STANDARD_FLEX_SETTINGS).minMonthlyCents).toBe(2000);
});

describe('while it runs', () => {
  test('neither interest nor moratory is added to what was owed', { tags: 'promise-flex-pay' }, () => {
    expect([statusOf(on(FLEX, '2026-03-30')), payoffCents(on(FLEX, '2026-03-30'))]).toEqual(['FLEX', 59_630]);
  });

  test('any payment counts toward the next minimum', () => {
    const standing = on(having(FLEX, paid('2026-03-10', 40, into)), '2026-03-11');
    expect(flexPaidSoFar(standing, TERMS)).toBe(4000);
    expect(nextMinimum(standing)).toEqual({ date: '2026-04-01', amountCents: 5939 });
  });

  test('paying ahead frees the next month', () => {
    const standing = on(having(FLEX, paid('2026-03-10', 250, into)), '2026-05-10');
    expect(standing.flex?.status).toBe('ACTIVE');
    expect(nextMinimum(standing)).toEqual({ date: '2026-05-31', amountCents: 3 * 9939 - 25_000 });
  });

  test.each([
    ['2026-04-01', 'ACTIVE'],
    ['2026-04-02', 'AT_RISK'],
    ['2026-04-15', 'AT_RISK'],
    ['2026-04-16', 'ENDED'],
  ])('nothing paid: on %s it is %s', (day, status) => {
    expect(on(FLEX, day).flex?.status).toBe(status);
  });

  test('ended, the loan is late by its due date, and interest runs from that day', () => {
    const standing = on(FLEX, '2026-04-16');
    expect([statusOf(standing), payoffCents(standing)]).toEqual(['DEFAULTED', 59_630]);
    expect(payoffCents(on(FLEX, '2026-04-17'))).toBeGreaterThan(59_630);
    expect(nextMinimum(standing)).toBeUndefined();
  });

  test('six minimums pay everything', () => {
    const months = ['2026-04-01', '2026-05-01', '2026-05-31', '2026-06-30', '2026-07-30', '2026-08-29'];
    const payments = months.map((day) => paid(day, toSoles(TERMS.minMonthlyCents), into));
    const standing = on(having(FLEX, ...payments), '2026-08-29');
    expect([standing.flex?.status, statusOf(standing)]).toEqual(['PAID', 'PAID']);
    expect(standing.creditCents).toBe(6 * 9939 - 59_630);
  });

  test('what is missing on the final date ends it', { tags: 'promise-flex-pay' }, () => {
    const payments = ['2026-03-31', '2026-04-30', '2026-05-30', '2026-06-29', '2026-07-29'].map((day) =>
      paid(day, 99.39, into),
    );
    expect(on(having(FLEX, ...payments), '2026-08-29').flex?.status).toBe('ACTIVE');
    expect(on(having(FLEX, ...payments), '2026-08-30').flex?.status).toBe('ENDED');
  });
});

describe('who may', () => {
  const situation = { status: 'PAST_DUE', daysPastDue: 16, hasBrokenPlan: false, offeredByStaff: false } as const;

  test.each([
    ['16 days late', {}, undefined],
    ['15 days late', { daysPastDue: 15 }, 'not-late-enough'],
    ['a broken plan', { daysPastDue: 3, hasBrokenPlan: true }, undefined],
    ['offered by staff', { daysPastDue: 3, offeredByStaff: true }, undefined],
    ['offered by staff before the due date', { status: 'PERFORMING', daysPastDue: 0, offeredByStaff: true }, undefined],
    ['nobody who pays as agreed', { status: 'PERFORMING', daysPastDue: 0 }, 'loan-not-active'],
    ['on flex already', { status: 'FLEX' }, 'already-on-flex'],
    ['paid', { status: 'PAID' }, 'loan-not-active'],
  ] as const)('%s', (_, part, reason) => {
    expect(flexIneligibility({ ...situation, ...part }, STANDARD_FLEX_SETTINGS)).toBe(reason);
  });
});

describe('a settlement', () => {
  const half = { ...STANDARD_FLEX_SETTINGS, settlementDiscountPercent: 50 };

  test('is not offered without a discount', () => {
    expect(settlementOffer(on(FLEX, '2026-03-10'), STANDARD_FLEX_SETTINGS)).toBeUndefined();
  });

  test('takes off interest, fees and moratory, never principal', () => {
    expect(settlementOffer(on(FLEX, '2026-03-10'), half)).toEqual({
      amountCents: 54_815,
      discountCents: 4815,
    });
  });

  test('paid in full ends the loan; a sol less is an ordinary payment', () => {
    const use = { kind: 'settlement', discountCents: cents(4815) } as const;
    const enough = on(having(FLEX, paid('2026-03-10', 548.15, use)), '2026-03-10');
    expect([enough.paidOn, enough.creditCents]).toEqual(['2026-03-10', 0]);
    expect(enough.groups.map((group) => lineOf(group, 'principal').waivedNetCents)).toEqual([0]);
    const less = on(having(FLEX, paid('2026-03-10', 547.15, use)), '2026-03-10');
    expect([less.paidOn, ...less.groups.map(unpaidOfGroup)]).toEqual([undefined, 59_630 - 54_715]);
  });

  test('can never let go more than there is besides principal', () => {
    const use = { kind: 'settlement', discountCents: cents(999_999) } as const;
    expect(on(having(FLEX, paid('2026-03-10', 499.99, use)), '2026-03-10').paidOn).toBeUndefined();
    expect(on(having(FLEX, paid('2026-03-10', 500, use)), '2026-03-10').paidOn).toBe('2026-03-10');
  });
});
