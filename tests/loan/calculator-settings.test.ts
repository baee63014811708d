import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CalculatorSettings, narrowSettings } from '#loan/calculator-settings.ts';
import { allProducts, checkInquiry, PRODUCT_TYPES } from '#loan/product.ts';
import { findProduct, termChoices } from '#loan/selection.ts';
import { forAll } from '#tests/support/for-all.ts';
import { LONG, SETTINGS, SHORT, SINGLE_PAY } from '#tests/support/loan/products.ts';

const narrowSingle = (limits: Omit<CalculatorSettings, 'productType'>) =>
  narrowSettings(SETTINGS, [{ productType: 'SINGLE_PAY', ...limits }]).singlePayProduct;
const narrowInstallments = (limits: Omit<CalculatorSettings, 'productType'>) =>
  narrowSettings(SETTINGS, [{ productType: 'INSTALLMENT', ...limits }]).installmentProducts;

describe('editors', () => {
  test('who say nothing change nothing', () => {
    expect(narrowSettings(SETTINGS, [])).toEqual(SETTINGS);
    expect(narrowSettings(SETTINGS, [{ productType: 'SINGLE_PAY' }, { productType: 'INSTALLMENT' }])).toEqual(SETTINGS);
  });

  test('narrow one kind of loan and leave the other alone', () => {
    const narrowed = narrowSettings(SETTINGS, [{ productType: 'SINGLE_PAY', maxAmount: 1000 }]);
    expect(narrowed.singlePayProduct.maxAmount).toBe(1000);
    expect(narrowed.installmentProducts).toEqual(SETTINGS.installmentProducts);
  });

  test('bring bounds onto the product’s own steps, inwards', { tags: 'spec-3.1' }, () => {
    const { minAmount, maxAmount, defaultAmount } = narrowSingle({ minAmount: 410, maxAmount: 990 });
    expect({ minAmount, maxAmount, defaultAmount }).toEqual({ minAmount: 450, maxAmount: 950, defaultAmount: 450 });
  });

  test('may take larger steps, whole numbers of the product’s own', () => {
    const { amountStep, minAmount, maxAmount } = narrowSingle({ minAmount: 150, step: 100 });
    expect({ amountStep, minAmount, maxAmount }).toEqual({ amountStep: 100, minAmount: 150, maxAmount: 2950 });
    expect(narrowSingle({ step: 70 }).amountStep).toBe(SINGLE_PAY.amountStep);
  });

  test.each([
    ['a minimum above the product’s maximum', { minAmount: 5000 }],
    ['a maximum below the product’s minimum', { maxAmount: 50 }],
    ['bounds that cross', { minAmount: 900, maxAmount: 800 }],
  ])('cannot leave nothing: %s is ignored', (_, limits) => {
    expect(narrowSingle(limits)).toEqual(SINGLE_PAY);
  });

  test('never widen what the product allows', () => {
    expect(narrowSingle({ minAmount: 1, maxAmount: 600_000, choices: [7, 14, 30, 90] })).toEqual(SINGLE_PAY);
  });

  test('choose among the terms; the default is the nearest one below', () => {
    const { termOptions, minTerm, maxTerm, defaultTerm } = narrowSingle({ choices: [7, 14] });
    expect({ termOptions, minTerm, maxTerm, defaultTerm }).toEqual({
      termOptions: [7, 14],
      minTerm: 7,
      maxTerm: 14,
      defaultTerm: 14,
    });
  });

  test('who allow terms of one instalment product only take the other one off the list', () => {
    expect(narrowInstallments({ choices: [3, 6] }).map(({ productId }) => productId)).toEqual([SHORT.productId]);
    expect(narrowInstallments({ choices: [24] })).toEqual([LONG, SHORT]);
  });

  test('who give terms in a unit that the loan does not have say nothing about its terms', () => {
    expect(narrowSingle({ choices: [7], termUnit: 'months' })).toEqual(SINGLE_PAY);
    expect(narrowSingle({ choices: [7], termUnit: 'days' }).termOptions).toEqual([7]);
  });
});

test('whatever editors write, every amount and term on offer is one that the lender accepts', () => {
  const limits: fc.Arbitrary<CalculatorSettings> = fc.record(
    {
      productType: fc.constantFrom(...PRODUCT_TYPES),
      minAmount: fc.integer({ min: 0, max: 12_000 }),
      maxAmount: fc.integer({ min: 0, max: 12_000 }),
      step: fc.integer({ min: 0, max: 700 }),
      choices: fc.array(fc.integer({ min: 1, max: 31 }), { maxLength: 4 }),
      termUnit: fc.constantFrom('days', 'months'),
    },
    { requiredKeys: ['productType'] },
  );
  forAll(2000, [fc.array(limits, { maxLength: 2 })], (written) => {
    const narrowed = narrowSettings(SETTINGS, written);
    for (const product of allProducts(narrowed)) {
      const own = findProduct(SETTINGS, product.productId);
      if (!own) return false;
      const { minAmount, maxAmount, amountStep, defaultAmount, defaultTerm, termOptions } = product;
      for (const amount of [minAmount, Math.min(minAmount + amountStep, maxAmount), defaultAmount, maxAmount]) {
        for (const term of [defaultTerm, ...termOptions]) expect(checkInquiry(own, amount, term)).toEqual([]);
      }
      expect((maxAmount - minAmount) % amountStep).toBe(0);
    }
    return termChoices(narrowed, 'INSTALLMENT').length > 0;
  });
});
