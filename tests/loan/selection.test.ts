import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkInquiry, type Product } from '#loan/product.ts';
import {
  changeAmount,
  changeTerm,
  clampAmount,
  defaultProduct,
  defaultSelection,
  findProduct,
  type Selection,
  stepAmount,
  termChoices,
} from '#loan/selection.ts';
import { forAll } from '#tests/support/for-all.ts';
import { FIRST_LOAN, LONG, SELECTIONS, SETTINGS, SHORT, SINGLE_PAY } from '#tests/support/loan/products.ts';

const { single, short, long }: Readonly<Record<keyof typeof SELECTIONS, Selection>> = SELECTIONS;

describe('changing the product type', () => {
  test('to instalments takes the last product of the list, with its own amount and term', { tags: 'spec-4.25' }, () => {
    expect(defaultProduct(SETTINGS, 'INSTALLMENT')).toBe(SHORT);
    expect(defaultSelection(SETTINGS, 'INSTALLMENT')).toEqual(short);
  });

  test('to a single payment takes the only product, with its own amount and term', { tags: 'spec-4.25' }, () => {
    expect(defaultSelection(SETTINGS, 'SINGLE_PAY')).toEqual(single);
  });

  test('brings a default amount that the settings no longer allow into the bounds', () => {
    const settings = { ...SETTINGS, singlePayProduct: { ...SINGLE_PAY, defaultAmount: 9999 } };
    expect(defaultSelection(settings, 'SINGLE_PAY').amount).toBe(3000);
  });
});

describe('the amount', () => {
  test.each([
    // wanted, becomes; product 11: 500 to 3.000 in steps of 100
    [500, 500],
    [1234, 1200],
    [1299, 1200],
    [1300, 1300],
    [100, 500],
    [-1, 500],
    [3000, 3000],
    [99_999, 3000],
    [Number.NaN, 500],
  ])('an amount of %s that is asked for becomes %s', { tags: 'spec-5.4' }, (wanted, amount) => {
    expect(clampAmount(SHORT, wanted)).toBe(amount);
    expect(changeAmount(SETTINGS, short, wanted)).toEqual({ ...short, amount });
  });

  test('ends on the last step when the maximum lies between two', () => {
    expect(clampAmount({ ...SHORT, maxAmount: 2950 }, 3000)).toBe(2900);
  });

  test.each([
    ['up', 1000, 1, 1100],
    ['down', 1000, -1, 900],
    ['up, at the maximum', 3000, 1, 3000],
    ['down, at the minimum', 500, -1, 500],
  ] as const)('one step %s from %s', { tags: 'spec-5.4' }, (_, amount, direction, expected) => {
    expect(stepAmount(SHORT, amount, direction)).toBe(expected);
  });

  test('of a product that is gone stays as it is', () => {
    expect(changeAmount(SETTINGS, { ...short, productId: 99 }, 700).amount).toBe(500);
  });
});

describe('changing the term', () => {
  test('of instalments switches to the product whose terms hold it', { tags: 'spec-4.26' }, () => {
    expect(changeTerm(SETTINGS, { ...long, amount: 2000 }, 6)).toEqual({ ...short, term: 6, amount: 2000 });
    expect(changeTerm(SETTINGS, { ...short, amount: 1000 }, 7)).toEqual({
      productType: 'INSTALLMENT',
      productId: 12,
      term: 7,
      amount: 1000,
    });
  });

  test('lowers an amount above the new product’s maximum', { tags: ['spec-4.27', 'spec-5.5'] }, () => {
    expect(changeTerm(FIRST_LOAN, { ...long, amount: 2000 }, 6)).toEqual({ ...short, term: 6, amount: 1000 });
  });

  test('raises an amount below the new product’s minimum', { tags: ['spec-4.27', 'spec-5.5'] }, () => {
    expect(changeTerm(SETTINGS, short, 12)).toEqual({ ...long, term: 12 });
  });

  test('within the product leaves product and amount alone', () => {
    expect(changeTerm(SETTINGS, short, 5)).toEqual({ ...short, term: 5 });
  });

  test('of a single payment changes nothing but the term', () => {
    expect(changeTerm(SETTINGS, single, 7)).toEqual({ ...single, term: 7 });
  });

  test.each([
    ['single payment', single, 10],
    ['instalments', long, 13],
  ] as const)('to one that is not offered changes nothing: %s', (_, selection, term) => {
    expect(changeTerm(SETTINGS, selection, term)).toEqual(selection);
  });
});

describe('the terms to choose from', () => {
  test('are those of the single payment', () => expect(termChoices(SETTINGS, 'SINGLE_PAY')).toEqual([7, 14, 30]));

  test('are those of all instalment products together, in order and each once', { tags: 'spec-2.60' }, () => {
    const overlapping = { ...SETTINGS, installmentProducts: [LONG, { ...SHORT, termOptions: [6, 7, 2] }] };
    expect(termChoices(SETTINGS, 'INSTALLMENT')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(termChoices(overlapping, 'INSTALLMENT')).toEqual([2, 6, 7, 8, 9, 10, 11, 12]);
  });
});

test('whatever a person does, the server accepts the selection', () => {
  const action: fc.Arbitrary<(selection: Selection) => Selection> = fc.oneof(
    fc.integer({ min: -10_000, max: 20_000 }).map((amount) => (s: Selection) => changeAmount(SETTINGS, s, amount)),
    fc.integer({ min: 0, max: 40 }).map((term) => (s: Selection) => changeTerm(SETTINGS, s, term)),
    fc
      .constantFrom('SINGLE_PAY' as const, 'INSTALLMENT' as const)
      .map((type) => () => defaultSelection(SETTINGS, type)),
    fc.constantFrom(1 as const, -1 as const).map((direction) => (s: Selection) => ({
      ...s,
      amount: stepAmount(findProduct(SETTINGS, s.productId) as Product, s.amount, direction),
    })),
  );
  forAll(2000, [fc.array(action, { maxLength: 20 })], (actions) => {
    const selection = actions.reduce((current, act) => act(current), long);
    const product = findProduct(SETTINGS, selection.productId);
    expect(product?.productType).toBe(selection.productType);
    expect(checkInquiry(product as Product, selection.amount, selection.term)).toEqual([]);
  });
});
