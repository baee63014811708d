import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allProducts, checkInquiry, cutToSequence, productsToShow, termUnit } from '#loan/product.ts';
import { clampAmount } from '#loan/selection.ts';
import { forAll } from '#tests/support/for-all.ts';
import { LONG, SETTINGS, SHORT, SINGLE_PAY } from '#tests/support/loan/products.ts';

describe('a first loan', () => {
  test.each([
    // product, sequence, maximum, default (domain 2.17)
    [SINGLE_PAY, 1, 500, 300],
    [SHORT, 1, 1000, 500],
    [LONG, 1, 2000, 1000],
    [SINGLE_PAY, 2, 3000, 300],
    [SHORT, 2, 3000, 500],
    [LONG, 2, 10_000, 1000],
  ] as const)('of %o as number %s ends at %s, and starts at %s', (product, sequence, maxAmount, defaultAmount) => {
    expect(cutToSequence(product, sequence)).toEqual({ ...product, maxAmount, defaultAmount });
  });

  test('pulls a default above the first limit into the range', () => {
    expect(cutToSequence({ ...LONG, defaultAmount: 5000 }, 1).defaultAmount).toBe(2000);
  });

  test('never gets more than the product allows', () => {
    expect(cutToSequence({ ...SINGLE_PAY, firstLoanLimit: 9000 }, 1).maxAmount).toBe(3000);
  });
});

test('a single payment counts days, instalments count months', { tags: ['spec-2.60', 'spec-9.11'] }, () => {
  expect(termUnit('SINGLE_PAY')).toBe('days');
  expect(termUnit('INSTALLMENT')).toBe('months');
});

test('the products of the settings: single payment first, then the instalments in their order', {
  tags: 'spec-3.6',
}, () => {
  expect(allProducts(SETTINGS).map(({ productId }) => productId)).toEqual([1, 12, 11]);
});

test('a page shows the single payment, then instalments from few to many', () => {
  expect(productsToShow(SETTINGS).map(({ productId }) => productId)).toEqual([1, 11, 12]);
});

describe('an inquiry', () => {
  test.each([
    ['the minimum', 100, 7, []],
    ['the maximum', 3000, 30, []],
    ['on a step', 350, 14, []],
    ['below the minimum', 50, 7, [{ field: 'amount', code: 'out_of_range' }]],
    ['above the maximum', 3050, 7, [{ field: 'amount', code: 'out_of_range' }]],
    ['between two steps', 375, 7, [{ field: 'amount', code: 'step' }]],
    ['a term shorter than any', 300, 6, [{ field: 'term', code: 'out_of_range' }]],
    ['a term longer than any', 300, 31, [{ field: 'term', code: 'out_of_range' }]],
    ['a term in the range that is not offered', 300, 10, [{ field: 'term', code: 'not_allowed' }]],
    [
      'both wrong: both are told',
      120,
      45,
      [
        { field: 'amount', code: 'step' },
        { field: 'term', code: 'out_of_range' },
      ],
    ],
  ] as const)('%s: S/ %s for %s days', (_, amount, term, refusals) => {
    expect(checkInquiry(SINGLE_PAY, amount, term)).toEqual(refusals);
  });

  test('steps are counted from the minimum', () => {
    const odd = { ...SINGLE_PAY, minAmount: 120, amountStep: 50 };
    expect(checkInquiry(odd, 170, 7)).toEqual([]);
    expect(checkInquiry(odd, 150, 7)).toEqual([{ field: 'amount', code: 'step' }]);
  });

  test('what the calculator’s slider stops at is always accepted', () =>
    forAll(
      2000,
      [fc.constantFrom(SINGLE_PAY, SHORT, LONG), fc.integer({ min: -500, max: 15_000 })],
      (product, amount) => {
        expect(checkInquiry(product, clampAmount(product, amount), product.defaultTerm)).toEqual([]);
      },
    ));
});
