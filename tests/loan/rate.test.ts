import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { interestFor, periodRate, roundPercent, solveAnnualRate } from '#loan/rate.ts';
import { forAll } from '#tests/support/for-all.ts';
import { EXACT_ONE, exactGrowth, exactInterest } from '#tests/support/loan/exact-rate.ts';
import { CAP_PERCENT, percent, principal } from '#tests/support/loan/products.ts';

/** Any period but a whole banking year, where the exact result is a decimal fraction and may be a tie. */
const days = fc.integer({ min: 0, max: 719 }).filter((value) => value % 360 !== 0);

describe('the rate of a period', () => {
  test.each([
    // TEA %, days, rate in percent: the figures of domain 3.1.
    [113.16, 30, 6.510431],
    [113.16, 1, 0.21046],
    [110, 30, 6.377948],
    [110, 360, 110],
    [110, 0, 0],
    [0, 30, 0],
  ])('TEA %s %% over %s days is %s %%', (tea, period, expected) => {
    expect(periodRate(tea, period) * 100).toBeCloseTo(expected, 5);
  });

  test('agrees with 40 exact digits to the fifteenth', () =>
    forAll(2000, [percent(0, 500), fc.integer({ min: 0, max: 720 })], (tea, period) => {
      const exact = Number(exactGrowth(tea, period) - EXACT_ONE) / Number(EXACT_ONE);
      expect(Math.abs(periodRate(tea, period) - exact)).toBeLessThanOrEqual(exact * 2e-15);
    }));
});

describe('interest', () => {
  test('S/ 500 at TEA 110 % for 30 days costs 31,89', () => {
    expect(interestFor(cents(50_000), 110, CAP_PERCENT, 30)).toBe(3189);
  });

  test('S/ 500 at the cap for 30 days costs at most 32,55, the céntimo rounded down', () => {
    expect(interestFor(cents(50_000), CAP_PERCENT, CAP_PERCENT, 30)).toBe(3255);
  });

  test('a TEA above the cap earns no more than the cap', () => {
    expect(interestFor(cents(50_000), 500, CAP_PERCENT, 30)).toBe(3255);
  });

  test('is the exactly rounded figure in 20,000 random loans', () =>
    forAll(20_000, [principal, percent(0, 200), days], (amount, tea, period) => {
      const exact = exactInterest(amount, tea, CAP_PERCENT, period);
      expect(interestFor(amount, tea, CAP_PERCENT, period)).toBe(exact);
    }));

  test('over exactly a banking year a half céntimo may stay with the client, never with the lender', () =>
    forAll(2000, [principal, percent(0, CAP_PERCENT)], (amount, tea) => {
      const missing = exactInterest(amount, tea, CAP_PERCENT, 360) - interestFor(amount, tea, CAP_PERCENT, 360);
      expect([0, 1]).toContain(missing);
    }));

  test('never exceeds the legal ceiling, to the last digit (guard 2, P10)', () =>
    forAll(2000, [principal, percent(0, 300), percent(80, 120), days], (amount, tea, cap, period) => {
      const ceiling = BigInt(amount) * (exactGrowth(cap, period) - EXACT_ONE);
      expect(BigInt(interestFor(amount, tea, cap, period)) * EXACT_ONE <= ceiling).toBe(true);
    }));

  test('grows with the amount, the TEA and the term (P11)', () => {
    const more = fc.integer({ min: 0, max: 5000 });
    forAll(2000, [principal, percent(0, 150), days, more, more, more], (amount, tea, period, a, b, c) => {
      const base = interestFor(amount, tea, CAP_PERCENT, period);
      expect(interestFor(cents(amount + a), tea, CAP_PERCENT, period)).toBeGreaterThanOrEqual(base);
      expect(interestFor(amount, tea + b / 100, CAP_PERCENT, period)).toBeGreaterThanOrEqual(base);
      expect(interestFor(amount, tea, CAP_PERCENT, period + (c % 360))).toBeGreaterThanOrEqual(base);
    });
  });
});

describe('the annual rate behind payments', () => {
  test('one payment: (573,03 / 500)^(360/30) − 1', () => {
    const rate = solveAnnualRate(cents(50_000), [{ days: 30, amountCents: 57_303 }]);
    expect(rate).toBeCloseTo(((57_303 / 50_000) ** 12 - 1) * 100, 8);
  });

  test('nothing is earned when no more comes back than was given', () => {
    expect(solveAnnualRate(cents(50_000), [{ days: 30, amountCents: 50_000 }])).toBe(0);
    expect(solveAnnualRate(cents(50_000), [{ days: 30, amountCents: 49_999 }])).toBe(0);
  });

  test('a rate beyond all bounds is found as well', () => {
    const rate = solveAnnualRate(cents(10_000), [{ days: 7, amountCents: 30_000 }]);
    expect(Math.log1p(rate / 100)).toBeCloseTo((Math.log(3) * 360) / 7, 8);
  });

  test('recovers the TEA of a single payment', () =>
    forAll(2000, [percent(1, 300), fc.integer({ min: 1, max: 720 })], (tea, period) => {
      const paid = 100_000_000 * (1 + periodRate(tea, period));
      expect(solveAnnualRate(cents(100_000_000), [{ days: period, amountCents: paid }])).toBeCloseTo(tea, 6);
    }));
});

test.each([
  [413.4387, 413.44],
  [305.6749, 305.67],
  [0.005, 0.01],
  [0.00499, 0],
  [12_345.678, 12_345.68],
])('a rate is shown with two decimals: %s → %s', (rate, expected) => expect(roundPercent(rate)).toBe(expected));
