import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cents,
  fromSoles,
  percentOf,
  roundDown,
  roundHalfUp,
  splitEvenly,
  subtract,
  sum,
  times,
  toSoles,
} from '#loan/money.ts';
import { forAll } from '#tests/support/for-all.ts';

const anyCents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(cents);

describe('an amount of money', () => {
  test('is a whole number of céntimos; anything else is a programming error', () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => cents(wrong)).toThrow(/not a whole number of céntimos/);
    }
  });

  test('has one zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(Object.is(subtract(cents(5), cents(5)), 0)).toBe(true);
  });

  test('travels as soles with two decimals and comes back the same céntimos', () =>
    forAll(20_000, [anyCents], (amount) => {
      expect(fromSoles(toSoles(amount))).toBe(amount);
    }));

  test.each([
    [573.03, 57_303],
    [0.07, 7],
    [1.15, 115],
    [8.7, 870],
    [10_000, 1_000_000],
  ])('S/ %s is %s céntimos', (soles, expected) => expect(fromSoles(soles)).toBe(expected));
});

describe('sums', () => {
  test('add up, subtract and multiply', () => {
    expect(sum(cents(3189), cents(1200), cents(1000))).toBe(5389);
    expect(sum()).toBe(0);
    expect(subtract(cents(1500), cents(300))).toBe(1200);
    expect(times(cents(400), 6)).toBe(2400);
  });

  test('too large to be exact are refused, not rounded', { tags: 'asvs-1.4.2' }, () => {
    expect(() => sum(cents(Number.MAX_SAFE_INTEGER), cents(1))).toThrow(RangeError);
  });
});

describe('rounding to the céntimo', () => {
  test.each([
    [3188.9739, 3189],
    [3188.4999, 3188],
    [0.5, 1],
    [1.5, 2],
    [2.5, 3],
    [0, 0],
  ])('half up: %s → %s', (amount, expected) => expect(roundHalfUp(amount)).toBe(expected));

  test.each([
    [3255.2155, 3255],
    [3255.9999, 3255],
    [3255, 3255],
  ])('a legal ceiling goes down: %s → %s', (amount, expected) => expect(roundDown(amount)).toBe(expected));
});

describe('a percentage of an amount', () => {
  test.each([
    [3189, 18, 574], // 574,02
    [1200, 18, 216],
    [925, 18, 167], // 166,5: a tie goes up
    [25, 18, 5], // 4,5
    [75, 18, 14], // 13,5
    [1, 18, 0],
    [3, 18, 1], // 0,54
    [200, 0.25, 1], // 0,5
    [199, 0.25, 0],
    [0, 18, 0],
  ])('%s céntimos: %s %% is %s', (amount, percent, expected) => {
    expect(percentOf(cents(amount), percent)).toBe(expected);
  });

  test('is exact for every amount and every percent of two decimals, half céntimos included', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000_000 });
    const basisPoints = fc.integer({ min: 0, max: 20_000 });
    forAll(20_000, [amounts, basisPoints], (amount, points) => {
      const exact = (2n * BigInt(amount) * BigInt(points) + 10_000n) / 20_000n;
      expect(percentOf(cents(amount), points / 100)).toBe(Number(exact));
    });
  });

  test('rounds every half céntimo of IGV up', () => {
    // 18 % of a whole number of céntimos ends in exactly half a céntimo when that number is 25 more than a multiple of 50.
    for (let amount = 25; amount < 2_000_000; amount += 50) {
      expect(percentOf(cents(amount), 18)).toBe((amount * 18 + 50) / 100);
    }
  });
});

describe('dividing an amount over instalments', () => {
  test('gives equal parts, and the last takes the remainder', () => {
    expect(splitEvenly(cents(1000), 3)).toEqual([333, 333, 334]);
    expect(splitEvenly(cents(3000), 6)).toEqual([500, 500, 500, 500, 500, 500]);
    expect(splitEvenly(cents(2), 3)).toEqual([0, 0, 2]);
    expect(splitEvenly(cents(7), 1)).toEqual([7]);
  });

  test('loses no céntimo', () => {
    const total = fc.integer({ min: 0, max: 10_000_000 });
    forAll(2000, [total, fc.integer({ min: 1, max: 60 })], (amount, parts) => {
      const shares = splitEvenly(cents(amount), parts);
      expect(shares).toHaveLength(parts);
      expect(sum(...shares)).toBe(amount);
      expect(new Set(shares.slice(0, -1)).size).toBeLessThanOrEqual(1);
      expect((shares.at(-1) as number) - (shares[0] as number)).toBeLessThan(parts);
    });
  });
});
