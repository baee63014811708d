import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromSoles, ZERO } from '#loan/money.ts';
import { benefitsOfLevel, pricedForClient, pricedForLevel, settingsForLevel } from '#loan/personal-settings.ts';
import { allProducts, type Product } from '#loan/product.ts';
import { forAll } from '#tests/support/for-all.ts';
import { LONG, SHORT, SINGLE_PAY } from '#tests/support/loan/products.ts';
import { TRUST_SETTINGS } from '#tests/support/loan/trust-settings.ts';

const ALL = { singlePayProduct: SINGLE_PAY, installmentProducts: [SHORT, LONG] };

test.each([
  [1, 500, [300, 0, 100]],
  [2, 800, [300, 20, 100]],
  [3, 1200, [300, 40, 100]],
  [4, 2000, [300, 60, 100]],
  [5, 3000, [300, 80, 100]],
])(
  'level %i may borrow up to S/ %i at once, with the larger of its discount and everybody’s',
  { tags: 'promise-levels' },
  (number, max, discounts) => {
    const level = TRUST_SETTINGS.levels[number - 1] as (typeof TRUST_SETTINGS.levels)[number];
    const mine = settingsForLevel(ALL, level);
    expect(mine.singlePayProduct.maxAmount).toBe(max);
    const techFees = allProducts(mine).map(({ pricing }) => pricing.fees.find(({ name }) => name === 'techFee'));
    expect(techFees.map((fee) => fee?.discountCents)).toEqual(discounts);
  },
);

test('the instalment products keep their bounds: the level limits the single payment', () => {
  const [level] = TRUST_SETTINGS.levels;
  if (!level) throw new Error('no level');
  const mine = settingsForLevel(ALL, level);
  expect(mine.installmentProducts.map(({ maxAmount }) => maxAmount)).toEqual([SHORT.maxAmount, LONG.maxAmount]);
});

test('whatever a level allows, the maximum is on a step, inside the product, and holds the default', () =>
  forAll(800, [fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 100 })], (soles, percent) => {
    const level = { level: 1, fromPoints: 0, maxSinglePayCents: fromSoles(soles), techFeeDiscountPercent: percent };
    const { minAmount, maxAmount, defaultAmount, amountStep, pricing } = settingsForLevel(ALL, level).singlePayProduct;
    expect((maxAmount - minAmount) % amountStep).toBe(0);
    expect(maxAmount).toBeGreaterThanOrEqual(minAmount);
    expect(maxAmount).toBeLessThanOrEqual(SINGLE_PAY.maxAmount);
    expect(defaultAmount).toBeLessThanOrEqual(maxAmount);
    for (const { netCents, discountCents } of pricing.fees) expect(discountCents).toBeLessThanOrEqual(netCents);
  }));

test('a product at the prices of a level costs what the settings of that level say, and keeps its bounds', () => {
  for (const level of TRUST_SETTINGS.levels) {
    const { pricing, maxAmount } = pricedForLevel(SINGLE_PAY, level);
    expect(pricing).toEqual(settingsForLevel(ALL, level).singlePayProduct.pricing);
    expect(maxAmount).toBe(SINGLE_PAY.maxAmount);
  }
});

test('a level gives its discount only where no general one is as large', () => {
  const [, second, , , fifth] = TRUST_SETTINGS.levels;
  if (!second || !fifth) throw new Error('no level');
  expect(benefitsOfLevel(ALL, second)).toEqual({ maxSinglePay: 800, techFeeDiscountPercent: 0 });
  const usual = {
    singlePayProduct: undiscounted(SINGLE_PAY),
    installmentProducts: ALL.installmentProducts.map(undiscounted),
  };
  expect(benefitsOfLevel(usual, second)).toEqual({ maxSinglePay: 800, techFeeDiscountPercent: 5 });
  expect(benefitsOfLevel(usual, fifth)).toEqual({ maxSinglePay: 3000, techFeeDiscountPercent: 20 });
});

function undiscounted(product: Product): Product {
  const fees = product.pricing.fees.map((fee) => ({ ...fee, discountCents: ZERO }));
  return { ...product, pricing: { ...product.pricing, fees } };
}

test('one client pays the price of a first loan until one is paid back, and then their level’s, within the whole product', () => {
  const free = {
    ...SINGLE_PAY,
    maxAmount: 500,
    pricing: { ...SINGLE_PAY.pricing, freeUpTo: { amount: 300, term: 15 } },
  };
  const settings = { 1: { ...ALL, singlePayProduct: free }, 2: ALL } as const;
  const level = TRUST_SETTINGS.levels[4];
  const { productId } = SINGLE_PAY;
  expect(pricedForClient(settings, productId, undefined)).toEqual({ ...SINGLE_PAY, pricing: free.pricing });
  expect(pricedForClient(settings, productId, level)).toEqual(level && pricedForLevel(SINGLE_PAY, level));
  expect(pricedForClient(settings, 99, level)).toBeUndefined();
});
