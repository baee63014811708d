import { describe, expect, test } from 'vitest';
import { totalOfTerms } from '#loan/explanation.ts';
import { extensionOffer } from '#loan/extension-offer.ts';
import type { Loan } from '#loan/loan.ts';
import { cents, toSoles } from '#loan/money.ts';
import { tcea } from '#loan/tcea.ts';
import { date, dayOn, EX1, having, paid } from '#tests/support/loan/loans.ts';
import { EXTENSION_FEES } from '#tests/support/loan/products.ts';

function offered(loan: Loan & { valueDate: string }, termDays: number, today: string) {
  return extensionOffer(loan as typeof EX1, termDays, EXTENSION_FEES.get(termDays) ?? cents(0), dayOn(today));
}

describe('EX1 on its due date (domain 3.7)', () => {
  test.each([
    [7, 14.35, '2026-02-21', 382.83],
    [14, 26.22, '2026-02-28', 349.52],
    [30, 49.54, '2026-03-16', 294.75],
  ])('for %i days costs %f now, is due on %s, and the loan has had a TCEA of %f', (days, price, newDueDate, tcea) => {
    const offer = offered(EX1, days, '2026-02-14');
    expect([toSoles(offer.price.totalCents), offer.price.newDueDate, offer.tceaAfterPercent]).toEqual([
      price,
      newDueDate,
      tcea,
    ]);
    expect(toSoles(offer.payingNowCents)).toBe(573.03);
    expect(toSoles(offer.totalCostAfterCents)).toBeCloseTo(price + 573.03, 9);
  });
});

test('the price of EX1 on its due date is worked out with the interest of the new days, paid in advance', () => {
  const { terms, dueAfterTerms } = offered(EX1, 14, '2026-02-14');
  expect(terms).toEqual([
    {
      name: 'extensionInterest',
      amountCents: 1422,
      basis: { kind: 'advance', ofCents: 50_000, ratePercent: 110, days: 14 },
    },
    { name: 'extensionFee', amountCents: 800 },
    { name: 'vat', amountCents: 400, basis: { kind: 'share', ofCents: 2222, ratePercent: 18 } },
  ]);
  expect(totalOfTerms(dueAfterTerms)).toBe(57_303);
});

test('ten days late the cost of the delay has lines of its own', () => {
  const { terms } = offered(EX1, 14, '2026-02-24');
  expect(terms.filter(({ name }) => ['lateInterest', 'lateVat', 'moratory'].includes(name))).toEqual([
    { name: 'lateInterest', amountCents: 1041, basis: { kind: 'rate', ofCents: 50_000, ratePercent: 110, days: 10 } },
    { name: 'lateVat', amountCents: 187, basis: { kind: 'share', ofCents: 1041, ratePercent: 18 } },
    { name: 'moratory', amountCents: 218, basis: { kind: 'rate', ofCents: 50_000, ratePercent: 16.97, days: 10 } },
  ]);
});

test.each([7, 14, 30])('the terms of %i days add up to the price and to the rest, on any day it is bought', (days) => {
  for (const today of ['2026-01-20', '2026-02-10', '2026-02-14', '2026-02-20', '2026-03-01']) {
    for (const loan of [EX1, having(EX1, paid('2026-01-18', 200))]) {
      const { terms, dueAfterTerms, price, totalCostAfterCents } = offered(loan, days, today);
      expect(totalOfTerms(terms)).toBe(price.totalCents);
      expect(totalOfTerms(dueAfterTerms)).toBe(totalCostAfterCents - price.totalCents);
    }
  }
});

test('bought ten days late the price pays the delay, and the rest is the loan without it', () => {
  const offer = offered(EX1, 14, '2026-02-24');
  expect(toSoles(offer.price.totalCents)).toBe(40.68);
  expect(offer.price.newDueDate).toBe('2026-03-10');
  expect(toSoles(offer.totalCostAfterCents)).toBe(613.71);
  expect(toSoles(offer.payingNowCents)).toBe(587.49);
});

test('what was paid before counts in the true cost of the whole loan', () => {
  const offer = offered(having(EX1, paid('2026-02-14', 300)), 14, '2026-02-14');
  expect(toSoles(offer.payingNowCents)).toBe(273.03);
  expect(offer.totalCostAfterCents - offer.price.totalCents).toBe(27_303);
  expect(offer.tceaAfterPercent).toBeGreaterThan(offered(EX1, 14, '2026-02-14').tceaAfterPercent);
});

test('money that bounced never came', () => {
  const bounced = { ...paid('2026-01-20', 100), reversedOn: date('2026-01-22') };
  expect(offered(having(EX1, bounced), 14, '2026-02-14')).toEqual(offered(EX1, 14, '2026-02-14'));
});

test('a top-up is money the client received, on its own day', () => {
  const fees = [{ name: 'adminFee', kind: 'flat', netCents: cents(400), discountCents: cents(0) }] as const;
  const tranche = { kind: 'tranche', id: 't', date: date('2026-01-25'), principalCents: cents(20_000), fees } as const;
  const { price, payingNowCents, tceaAfterPercent } = offered(having(EX1, tranche), 14, '2026-02-14');
  expect(toSoles(payingNowCents)).toBe(787.69);
  expect(tceaAfterPercent).toBe(
    tcea(cents(50_000), [
      { days: 10, amountCents: -20_000 },
      { days: 30, amountCents: price.totalCents },
      { days: 44, amountCents: 78_769 },
    ]),
  );
});
