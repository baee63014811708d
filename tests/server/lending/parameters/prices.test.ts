import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromOffer, toProductSettings } from '#api/convert.ts';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { priceOffer } from '#loan/offer.ts';
import { allProducts, type Product } from '#loan/product.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

async function products(): Promise<Product[]> {
  const answer = await callEndpoint(lending, getProductSettings, { query: { sequence: '1' } });
  return allProducts(toProductSettings(acceptedBody(answer)));
}

function everyInquiry(product: Product): { readonly amount: number; readonly term: number }[] {
  const { minAmount, maxAmount, amountStep, termOptions } = product;
  const steps = (maxAmount - minAmount) / amountStep + 1;
  return Array.from({ length: steps }, (_, k) => minAmount + k * amountStep).flatMap((amount) =>
    termOptions.map((term) => ({ amount, term })),
  );
}

const offer = ({ productId, productType }: Product, inquiry: { amount: number; term: number }) => {
  const name = productType === 'SINGLE_PAY' ? 'singlePayInquiry' : 'installmentInquiry';
  return callEndpoint(lending, makePublicOffer, { body: { [name]: { ...inquiry, productId } } });
};

test('P27: whatever can be chosen, the lender offers to the céntimo what the calculator showed', async () => {
  const unlimited = {
    kind: 'rate_limit',
    key: 'public-offer',
    from: '2026-01-01',
    value: { perMinute: 1_000_000, burst: 1_000_000 },
  };
  await changeParameter(lending.db, { ...unlimited, from: '2026-01-02' });
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 118 }), async (days) => {
      lending.clock.moveTo(addDays(calendarDate('2026-01-01'), days));
      for (const product of await products()) {
        for (const inquiry of everyInquiry(product)) {
          const { amount, term } = inquiry;
          const shown = fromOffer(priceOffer(product, amount, term, product.pricing.businessDate));
          expect((await offer(product, inquiry)).body).toEqual(shown);
          compared++;
        }
      }
    }),
    { numRuns: 12, seed: 2026 },
  );
  expect(compared).toBe(12 * (9 * 3 + 6 * 5 + 11 * 6));
});
