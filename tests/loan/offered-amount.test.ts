import { describe, expect, test } from 'vitest';
import { amountRange, changeType, wayTo } from '#loan/offered-amount.ts';
import { FIRST_LOAN, SELECTIONS } from '#tests/support/loan/products.ts';

describe('where an amount is offered', () => {
  test('S/ 2.000 in 3 months: from 7 months on; S/ 200: in one payment; S/ 9.999: nowhere', () => {
    const inThree = { ...SELECTIONS.short, term: 3 };
    expect(wayTo(FIRST_LOAN, inThree, 2000)).toEqual({ ...SELECTIONS.long, amount: 2000, term: 7 });
    expect(wayTo(FIRST_LOAN, inThree, 200)).toEqual({ ...SELECTIONS.single, amount: 200 });
    expect(wayTo(FIRST_LOAN, inThree, 9999)).toBeUndefined();
  });

  test('the range of a type is that of all its products together', () => {
    expect(amountRange(FIRST_LOAN, 'INSTALLMENT')).toEqual({ min: 500, max: 2000 });
    expect(amountRange(FIRST_LOAN, 'SINGLE_PAY')).toEqual({ min: 100, max: 500 });
  });

  test('another type keeps an amount that any of its products offers, the default one first', () => {
    expect(changeType(FIRST_LOAN, 'INSTALLMENT', 500)).toMatchObject({ productId: 11, amount: 500 });
    expect(changeType(FIRST_LOAN, 'INSTALLMENT', 2000)).toMatchObject({ productId: 12, amount: 2000, term: 7 });
    expect(changeType(FIRST_LOAN, 'INSTALLMENT', 300)).toMatchObject({ productId: 11, amount: 500 });
  });
});
