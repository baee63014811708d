import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromOffer, fromProductSettings, fromTariff, toProductSettings, toTariff } from '#api/convert.ts';
import {
  getProductSettings,
  type ProductSettingsBody,
  productSettingsBody,
} from '#api/endpoints/applications/get-product-settings.ts';
import { makePublicOffer, publicOfferBody } from '#api/endpoints/applications/make-public-offer.ts';
import { priceInstallments, priceOffer, priceSinglePay } from '#loan/offer.ts';
import type { Product } from '#loan/product.ts';
import { forAll } from '#tests/support/for-all.ts';
import {
  LONG,
  prices,
  principal,
  SETTINGS,
  SHORT,
  SINGLE_PAY,
  VALUE_DATE,
  valueDate,
} from '#tests/support/loan/products.ts';

describe('product settings', () => {
  const example = getProductSettings.examples[0]?.response as ProductSettingsBody;

  test('of the documentation’s example come back as they were', { tags: 'spec-3.7' }, () => {
    const { tariff, askedAbove: _1, dataOfficer: _2, ...products } = example;
    if (!tariff) throw new Error('the example has a tariff');
    expect(fromProductSettings(toProductSettings(example))).toEqual(products);
    expect(fromTariff(toTariff(tariff))).toEqual(tariff);
    expect(fromTariff(toTariff({ ...tariff, changedMyMindDays: 2 }))).toEqual({ ...tariff, changedMyMindDays: 2 });
  });

  test('reach the engine in céntimos and percent', () => {
    const { pricing } = toProductSettings(example).singlePayProduct;
    expect(pricing).toEqual(SINGLE_PAY.pricing);
  });

  test('of any products and prices keep the contract and lose nothing', () => {
    const product = fc
      .tuple(fc.constantFrom(SINGLE_PAY, SHORT, LONG), prices)
      .map(([base, pricing]): Product => ({ ...base, pricing }));
    const settings = fc.record({
      singlePayProduct: product,
      installmentProducts: fc.array(product, { minLength: 1, maxLength: 4 }),
    });
    forAll(2000, [settings], (value) => {
      const body = fromProductSettings(value);
      expect(productSettingsBody.parse(body)).toEqual(body);
      expect(toProductSettings(JSON.parse(JSON.stringify(body)))).toEqual(value);
    });
  });

  test('carry a running promotion, and only then', () => {
    const freeUpTo = { amount: 300, term: 15 };
    const free = { ...SINGLE_PAY, pricing: { ...SINGLE_PAY.pricing, freeUpTo } };
    const body = fromProductSettings({ ...SETTINGS, singlePayProduct: free });
    expect(body.singlePayProduct.pricing.freeUpTo).toEqual(freeUpTo);
    expect(toProductSettings(body).singlePayProduct).toEqual(free);
    expect('freeUpTo' in fromProductSettings(SETTINGS).singlePayProduct.pricing).toBe(false);
  });

  test('with a date that does not exist are refused', () => {
    const pricing = { ...example.singlePayProduct.pricing, businessDate: '2026-02-30' };
    const broken = { ...example, singlePayProduct: { ...example.singlePayProduct, pricing } };
    expect(() => toProductSettings(broken)).toThrow(/not a calendar date/);
  });
});

describe('an offer on the wire', () => {
  test('is EX1 of the documentation when S/ 500 for 30 days are priced', { tags: 'spec-3.9' }, () => {
    const body = fromOffer(priceOffer(SINGLE_PAY, 500, 30, VALUE_DATE));
    expect(body).toEqual(makePublicOffer.examples[0]?.response);
  });

  test('has a schedule for instalments: each with due date, total and what it is made of', () => {
    const { offer } = fromOffer(priceOffer(SHORT, 3000, 6, VALUE_DATE));
    expect(offer).toMatchObject({ total: 3813.73, dueDate: '2026-07-15', tea: 95, tcea: 132.84, tceaExclVat: 105.54 });
    expect(offer.schedule?.installments).toHaveLength(6);
    expect(offer.schedule?.installments[0]).toEqual({
      dueDate: '2026-02-15',
      total: 635.63,
      principal: 415.47,
      interest: 177.58,
      fees: 9,
      vat: 33.58,
      balance: 2584.53,
    });
  });

  test('of a single payment has none', () => {
    expect('schedule' in fromOffer(priceOffer(SINGLE_PAY, 500, 30, VALUE_DATE)).offer).toBe(false);
  });

  test('keeps the contract whatever the prices are: two decimals at most, no unknown field', () => {
    const loan = fc.tuple(prices, principal, fc.integer({ min: 1, max: 24 }), valueDate);
    forAll(2000, [loan], (input) => {
      for (const priced of [priceSinglePay(...input), priceInstallments(...input)]) {
        const body = JSON.parse(JSON.stringify(fromOffer(priced)));
        expect(publicOfferBody.parse(body)).toEqual(fromOffer(priced));
      }
    });
  });
});
