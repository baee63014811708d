import { describe, expect, test } from 'vitest';
import { type Offer, priceOffer } from '#loan/offer.ts';
import { isSmallStyle, resultRows } from '#loan/results.ts';
import { LONG, SHORT, SINGLE_PAY, VALUE_DATE } from '#tests/support/loan/products.ts';

const shown = { hideRepayDate: false };
const FREE: Offer = priceOffer(
  { ...SINGLE_PAY, pricing: { ...SINGLE_PAY.pricing, freeUpTo: { amount: 300, term: 30 } } },
  300,
  30,
  VALUE_DATE,
);

describe('the results table', () => {
  test('is simple when the fees are 0: one fees line and the repayment date', {
    tags: ['spec-2.61', 'spec-4.29'],
  }, () => {
    expect(resultRows(FREE, shown)).toEqual([
      { kind: 'money', label: 'calc_results_fees', valueCents: 0 },
      { kind: 'date', label: 'calc_results_repay_date', value: '2026-02-14' },
    ]);
  });

  test('is advanced otherwise: a line per fee, a discounted one with its old value, then IGV and the date', {
    tags: ['spec-2.61', 'spec-3.3', 'spec-4.29'],
  }, () => {
    expect(resultRows(priceOffer(SINGLE_PAY, 500, 30, VALUE_DATE), shown)).toEqual([
      { kind: 'money', label: 'calc_results_interestFee', valueCents: 3189 },
      { kind: 'money', label: 'calc_results_techFee', valueCents: 1200, oldValueCents: 1500 },
      { kind: 'money', label: 'calc_results_adminFee', valueCents: 1000 },
      { kind: 'money', label: 'calc_results_acceleratedAcceptanceFee', valueCents: 800 },
      { kind: 'money', label: 'calc_results_vat', valueCents: 1114 },
      { kind: 'date', label: 'calc_results_repay_date', value: '2026-02-14' },
    ]);
  });

  test('has no line for a fee the product does not have', () => {
    const labels = resultRows(priceOffer(SHORT, 3000, 6, VALUE_DATE), shown).map(({ label }) => label);
    expect(labels).toEqual([
      'calc_results_interestFee',
      'calc_results_techFee',
      'calc_results_acceleratedAcceptanceFee',
      'calc_results_vat',
      'calc_results_repay_date',
    ]);
  });

  test('shows old and new value of a fee over all its instalments', { tags: 'spec-3.2' }, () => {
    const rows = resultRows(priceOffer(LONG, 2000, 12, VALUE_DATE), shown);
    expect(rows[1]).toEqual({ kind: 'money', label: 'calc_results_techFee', valueCents: 3600, oldValueCents: 4800 });
  });

  test('adds up: its lines and the principal are the total', () => {
    const offer = priceOffer(LONG, 2000, 12, VALUE_DATE);
    const lines = resultRows(offer, shown).map((row) => (row.kind === 'money' ? row.valueCents : 0));
    expect(lines.reduce<number>((all, value) => all + value, offer.principalCents)).toBe(offer.totalCents);
  });

  test('leaves the repayment date out where it stands beside the list', () => {
    const offer = priceOffer(SINGLE_PAY, 500, 30, VALUE_DATE);
    const rows = resultRows(offer, { hideRepayDate: true });
    expect(rows).toEqual(resultRows(offer, shown).slice(0, -1));
  });
});

test('more than four rows take the small style, four do not', { tags: 'spec-4.30' }, () => {
  const rows = resultRows(priceOffer(SINGLE_PAY, 500, 30, VALUE_DATE), shown);
  expect(isSmallStyle(rows)).toBe(true);
  expect(isSmallStyle(rows.slice(0, 5))).toBe(true);
  expect(isSmallStyle(rows.slice(0, 4))).toBe(false);
  expect(isSmallStyle(resultRows(FREE, shown))).toBe(false);
});
