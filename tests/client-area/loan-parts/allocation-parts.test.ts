import { expect, test } from 'vitest';
import { allocationParts } from '#client-area/loan-parts/allocation-parts.ts';
import { sum } from '#loan/money.ts';

/** S/ 200 on the day a loan of S/ 1.500 was paid out, and everything else on the same day. */
const PAID_AHEAD = {
  principal: 1411.92,
  interest: -85.85,
  fees: { techFee: -4, acceleratedAcceptanceFee: 25 },
  vat: -11.67,
  moratory: 0,
  credit: 0,
};

test('interest that was paid ahead and is not owed after all is there, so that the lines add up to the payment', () => {
  const parts = allocationParts(PAID_AHEAD);
  expect(sum(...parts.map(({ amountCents }) => amountCents))).toBe(133_540);
  expect(parts.find(({ name }) => name === 'loan_part_interest')?.amountCents).toBe(-8585);
});
