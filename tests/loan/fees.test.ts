import { describe, expect, test } from 'vitest';
import type { FeeKind } from '#loan/fee-names.ts';
import { type Fee, feeLine, feeOverLoan, igvOf, sumLines } from '#loan/fees.ts';
import { cents } from '#loan/money.ts';

const techFee = (kind: FeeKind, net: number, discount: number): Fee => ({
  name: 'techFee',
  kind,
  netCents: cents(net),
  discountCents: cents(discount),
});

describe('a fee line', () => {
  test('is the fee, what is taken off, and what is left', { tags: 'spec-3.12' }, () => {
    expect(feeLine(cents(1500), cents(300))).toEqual({ netCents: 1500, discountCents: 300, afterDiscountCents: 1200 });
  });

  test('without a discount costs what it says', () => {
    expect(feeLine(cents(800))).toEqual({ netCents: 800, discountCents: 0, afterDiscountCents: 800 });
  });

  test('never pays the client: a discount larger than the fee takes the fee off and no more', () => {
    expect(feeLine(cents(200), cents(300))).toEqual({ netCents: 200, discountCents: 200, afterDiscountCents: 0 });
  });
});

describe('a fee over the whole loan', () => {
  test('charged per instalment, it and its discount count each time: 4,00 − 1,00 in six is 24,00 − 6,00', () => {
    const line = feeOverLoan(techFee('perInstallment', 400, 100), 6);
    expect(line).toEqual({ netCents: 2400, discountCents: 600, afterDiscountCents: 1800 });
  });

  test.each(['flat', 'spread'] as const)(
    'charged once (%s), it counts once however many instalments there are',
    (kind) => {
      expect(feeOverLoan(techFee(kind, 3000, 500), 6).afterDiscountCents).toBe(2500);
    },
  );
});

test('lines are summed field by field', () => {
  const total = sumLines([feeLine(cents(1500), cents(300)), feeLine(cents(1000)), feeLine(cents(800))]);
  expect(total).toEqual({ netCents: 3300, discountCents: 300, afterDiscountCents: 3000 });
  expect(sumLines([])).toEqual({ netCents: 0, discountCents: 0, afterDiscountCents: 0 });
});

test('IGV is taken of each line and rounded there: 31,89 → 5,74, 9,00 → 1,62', () => {
  expect(igvOf(cents(3189), 18)).toBe(574);
  expect(igvOf(cents(900), 18)).toBe(162);
});
