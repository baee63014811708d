import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STANDARD_POLICY } from '#loan/loan.ts';
import { loanTerms } from '#loan/loan-terms.ts';
import { sum } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { priceOffer } from '#loan/offer.ts';
import { contractGroups } from '#loan/tranche.ts';
import { forAll } from '#tests/support/for-all.ts';
import { LONG, SHORT, SINGLE_PAY, VALUE_DATE } from '#tests/support/loan/products.ts';

const anyInquiry = fc.constantFrom(SINGLE_PAY, SHORT, LONG).chain((product) =>
  fc.record({
    product: fc.constant(product),
    amount: fc.integer({ min: product.minAmount, max: product.maxAmount }),
    term: fc.constantFrom(...product.termOptions),
  }),
);

test('what is signed costs what was offered, to the céntimo (P27)', () =>
  forAll(2000, [anyInquiry], ({ product, amount, term }) => {
    const terms = loanTerms(product, amount, term, STANDARD_POLICY);
    const contract = sum(...contractGroups(terms, VALUE_DATE).map(unpaidOfGroup));
    expect(contract).toBe(priceOffer(product, amount, term, VALUE_DATE).totalCents);
  }));

test('a first loan that is free is signed as free, and one beyond the promotion is not', () => {
  const product = { ...SINGLE_PAY, pricing: { ...SINGLE_PAY.pricing, freeUpTo: { amount: 300, term: 15 } } };
  const total = (amount: number, term: number) =>
    sum(...contractGroups(loanTerms(product, amount, term, STANDARD_POLICY), VALUE_DATE).map(unpaidOfGroup));
  expect(total(300, 14)).toBe(30_000);
  expect(total(350, 14)).toBeGreaterThan(35_000);
});
