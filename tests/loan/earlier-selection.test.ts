import { describe, expect, test } from 'vitest';
import { fitSelection, restoreSelection, sentSelection } from '#loan/earlier-selection.ts';
import type { Selection } from '#loan/selection.ts';
import { FIRST_LOAN, SELECTIONS, SETTINGS } from '#tests/support/loan/products.ts';

const { single, short, long }: Readonly<Record<keyof typeof SELECTIONS, Selection>> = SELECTIONS;

describe('the saved selection', () => {
  const saved = { productType: 'INSTALLMENT', productId: '11', amount: '1500', term: '4' };

  test('comes back when all four values exist and so does the product', { tags: 'spec-4.28' }, () => {
    expect(restoreSelection(SETTINGS, saved)).toEqual({ ...short, amount: 1500, term: 4 });
  });

  test.each(['productType', 'productId', 'amount', 'term'] as const)(
    'does not come back without %s',
    { tags: 'spec-4.28' },
    (missing) => {
      expect(restoreSelection(SETTINGS, { ...saved, [missing]: undefined })).toBeUndefined();
      expect(restoreSelection(SETTINGS, { ...saved, [missing]: '' })).toBeUndefined();
    },
  );

  test.each([
    ['a product that is gone', { productId: '99' }],
    ['a product of the other type', { productType: 'SINGLE_PAY' }],
    ['a type there is not', { productType: 'MORTGAGE' }],
    ['an amount that is no number', { amount: '1e3' }],
    ['a negative amount', { amount: '-500' }],
    ['a term with a fraction', { term: '4.5' }],
    ['a product id with markup', { productId: '<b>' }],
    ['an absurdly long amount', { amount: '9'.repeat(40) }],
  ])('does not come back with %s', { tags: ['spec-5.1', 'spec-5.3'] }, (_, wrong) => {
    expect(restoreSelection(SETTINGS, { ...saved, ...wrong })).toBeUndefined();
  });

  test('has its amount brought into today’s bounds', () => {
    expect(restoreSelection(SETTINGS, { ...saved, amount: '9000' })?.amount).toBe(3000);
    expect(restoreSelection(SETTINGS, { ...saved, amount: '1555' })?.amount).toBe(1500);
  });

  test('takes the default term when its own is no longer offered', () => {
    expect(restoreSelection(SETTINGS, { ...saved, term: '12' })?.term).toBe(3);
  });
});

describe('a selection under new settings', () => {
  test('keeps its product, amount and term where they still exist', () => {
    expect(fitSelection(SETTINGS, short)).toEqual(short);
  });

  test('is cut to new bounds', () => {
    expect(fitSelection(FIRST_LOAN, { ...long, amount: 9000 })).toEqual({ ...long, amount: 2000 });
    expect(fitSelection(SETTINGS, { ...short, term: 9 }).term).toBe(3);
  });

  test('starts again with the default of its type when its product is gone', () => {
    expect(fitSelection(SETTINGS, { ...short, productId: 99 })).toEqual(short);
    expect(fitSelection(SETTINGS, { ...single, productId: 99 })).toEqual(single);
  });
});

describe('a form sent before the script had come', () => {
  const sent = { productType: 'INSTALLMENT', productId: '11', amount: '500', term: '3' };

  test('gives the amount that was typed, on a step and inside the bounds', () => {
    expect(sentSelection(SETTINGS, sent, 150_000)).toEqual({ ...short, amount: 1500 });
    expect(sentSelection(SETTINGS, sent, 155_555)?.amount).toBe(1500);
    expect(sentSelection(FIRST_LOAN, sent, 9_900_000)?.amount).toBe(1000);
  });

  test('gives the amount of the slider when the field was left alone or cannot be read', () => {
    const moved = { ...sent, amount: '1000' };
    expect(sentSelection(SETTINGS, moved, 50_000)?.amount).toBe(1000);
    expect(sentSelection(SETTINGS, moved, undefined)?.amount).toBe(1000);
  });

  test('takes the product along that has the term', () => {
    expect(sentSelection(FIRST_LOAN, { ...sent, term: '4' }, 60_000)).toEqual({ ...short, amount: 600, term: 4 });
  });

  test('starts another kind of loan from its own defaults', () => {
    expect(sentSelection(SETTINGS, { ...sent, productType: 'SINGLE_PAY' }, 200_000)).toEqual(single);
  });

  test.each([
    ['a product that is gone', { productId: '99' }],
    ['no product', { productId: undefined }],
    ['an unknown kind of loan', { productType: 'MORTGAGE' }],
  ])('is worth nothing with %s', (_, wrong) => {
    expect(sentSelection(SETTINGS, { ...sent, ...wrong }, 150_000)).toBeUndefined();
  });
});
