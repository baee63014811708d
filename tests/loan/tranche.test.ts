import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, sum } from '#loan/money.ts';
import { COMPONENTS, type DueGroup, lineOf, unpaidOfGroup, unpaidPrincipal } from '#loan/obligation.ts';
import { priceInstallments, priceSinglePay } from '#loan/offer.ts';
import type { Pricing } from '#loan/product.ts';
import { contractGroups, contractSchedule } from '#loan/tranche.ts';
import { forAll } from '#tests/support/for-all.ts';
import { EX1_TERMS, EX2_TERMS, termsOf } from '#tests/support/loan/loans.ts';
import { prices, principal, SHORT, SINGLE_PAY, VALUE_DATE, valueDate } from '#tests/support/loan/products.ts';

const total = (groups: readonly DueGroup[]): number => sum(...groups.map(unpaidOfGroup));

test('EX1 owes one group of 573,03 on 14/02/2026', () => {
  const [group, ...others] = contractGroups(EX1_TERMS, VALUE_DATE) as [DueGroup];
  expect(others).toEqual([]);
  expect(group.dueDate).toBe('2026-02-14');
  const lines = COMPONENTS.filter((name) => group.lines[name]).map((name) => {
    const { netCents, vatCents, earning } = lineOf(group, name);
    return [name, netCents, vatCents, earning];
  });
  expect(lines).toEqual([
    ['interest', 3189, 574, 'at-once'],
    ['techFee', 1200, 216, 'straight-line'],
    ['adminFee', 1000, 180, 'straight-line'],
    ['acceleratedAcceptanceFee', 800, 144, 'at-once'],
    ['principal', 50_000, 0, 'at-once'],
  ]);
  expect(total([group])).toBe(57_303);
});

test('EX2 owes six groups, each its row of the schedule', () => {
  const groups = contractGroups(EX2_TERMS, VALUE_DATE);
  expect(groups.map((group) => [group.dueDate, unpaidOfGroup(group), unpaidPrincipal(group)])).toEqual([
    ['2026-02-15', 63_563, 41_547],
    ['2026-03-15', 63_563, 46_242],
    ['2026-04-15', 63_563, 47_679],
    ['2026-05-15', 63_563, 51_390],
    ['2026-06-15', 63_563, 54_599],
    ['2026-07-15', 63_558, 58_543],
  ]);
  expect(total(groups)).toBe(381_373);
  expect(groups.map((group) => lineOf(group, 'acceleratedAcceptanceFee').netCents)).toEqual(Array(6).fill(500));
});

test('what is spread over instalments is a service of the first day, whatever its name', () => {
  const fees = [
    { name: 'adminFee', kind: 'spread', netCents: cents(3000), discountCents: cents(0) },
    { name: 'techFee', kind: 'perInstallment', netCents: cents(400), discountCents: cents(0) },
  ] as const;
  const terms = { ...EX2_TERMS, pricing: { ...EX2_TERMS.pricing, fees } };
  const [group] = contractGroups(terms, VALUE_DATE) as [DueGroup];
  expect([lineOf(group, 'adminFee').earning, lineOf(group, 'techFee').earning]).toEqual(['at-once', 'straight-line']);
});

describe('offer, contract and obligations are one figure (P27)', () => {
  test('for single payments at any lawful price', () =>
    forAll(2000, [prices, principal, fc.integer({ min: 7, max: 90 }), valueDate], (pricing, amount, term, date) => {
      const terms = { ...termsOf(SINGLE_PAY, 500, term), principalCents: amount, pricing };
      expect(total(contractGroups(terms, date))).toBe(priceSinglePay(pricing, amount, term, date).totalCents);
    }));

  test('for instalments, row by row, whatever fees of whatever kind', () =>
    forAll(2000, [prices, principal, fc.integer({ min: 1, max: 24 }), valueDate], (pricing, amount, term, date) => {
      const terms = { ...termsOf(SHORT, 3000, term), principalCents: amount, pricing };
      const groups = contractGroups(terms, date);
      const offer = priceInstallments(pricing, amount, term, date);
      expect(groups.map(unpaidOfGroup)).toEqual(offer.schedule?.map((row) => row.totalCents));
      expect(contractSchedule(terms, date)).toEqual(offer.schedule);
      expect(feesByName(groups)).toEqual(feesOfOffer(pricing, offer));
      for (const group of groups) {
        for (const { netCents, vatCents } of Object.values(group.lines)) {
          expect(Math.min(netCents, vatCents)).toBeGreaterThanOrEqual(0);
        }
      }
    }));
});

const FEES = ['techFee', 'adminFee', 'acceleratedAcceptanceFee'] as const;

function feesByName(groups: readonly DueGroup[]): number[] {
  return FEES.map((name) => sum(...groups.map((group) => lineOf(group, name).netCents)));
}

function feesOfOffer(pricing: Pricing, offer: ReturnType<typeof priceInstallments>): number[] {
  const names = new Set<string>(pricing.fees.map(({ name }) => name));
  return FEES.map((name) => (names.has(name) ? (offer.fees[name]?.afterDiscountCents ?? 0) : 0));
}
