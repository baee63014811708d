import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { type Cents, subtract } from '#loan/money.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import { isOffered, type TermUnit, termUnit } from '#loan/product.ts';
import { clampAmount, findProduct } from '#loan/selection.ts';

/** One bar of the comparison: the cost of the amount for one term. */
export interface CostOfTerm {
  readonly term: number;
  readonly costCents: Cents;
  readonly offer: Offer;
  /** Share of the highest cost, 0 to 100, two decimals: the length of the bar, from zero. */
  readonly sharePercent: number;
}

export interface CostComparison {
  readonly amount: number;
  readonly unit: TermUnit;
  readonly terms: readonly CostOfTerm[];
}

/**
 * The cost of an amount for each term of a product, lowest first: S/ 500 costs S/ 43,98 for 7 days and S/ 73,03 for
 * 30 on 15/01/2026. Undefined when the product is not offered any more. The amount is limited to the product's
 * bounds.
 */
export function costByTerm(
  settings: ProductSettingsBody | undefined,
  productId: number,
  amount: number,
): CostComparison | undefined {
  const product = settings && findProduct(toProductSettings(settings), productId);
  if (!product || !isOffered(product)) return undefined;
  const principal = clampAmount(product, amount);
  const priced = product.termOptions
    .map((term) => ({ term, offer: priceOffer(product, principal, term, product.pricing.businessDate) }))
    .map(({ term, offer }) => ({ term, offer, costCents: subtract(offer.totalCents, offer.principalCents) }))
    .sort((a, b) => a.costCents - b.costCents);
  const dearest = priced.at(-1)?.costCents ?? 0;
  return {
    amount: principal,
    unit: termUnit(product.productType),
    terms: priced.map((row) => ({
      ...row,
      sharePercent: dearest === 0 ? 0 : Math.round((row.costCents / dearest) * 10_000) / 100,
    })),
  };
}
