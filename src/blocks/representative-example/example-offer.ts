import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import type { Product } from '#loan/product.ts';
import { clampAmount, findProduct } from '#loan/selection.ts';

export interface ExampleOffer {
  readonly product: Product;
  readonly term: number;
  readonly offer: Offer;
}

/**
 * Prices the loan that an editor described, today, for a first loan: the amount brought into the product's bounds, a
 * term that is not offered replaced by the product's own. Undefined when there is no such product.
 */
export function exampleOffer(
  settings: ProductSettingsBody,
  wanted: { readonly productId: number; readonly amount: number; readonly term: number },
): ExampleOffer | undefined {
  const product = findProduct(toProductSettings(settings), wanted.productId);
  if (!product) return undefined;
  const term = product.termOptions.includes(wanted.term) ? wanted.term : product.defaultTerm;
  const amount = clampAmount(product, wanted.amount);
  return { product, term, offer: priceOffer(product, amount, term, product.pricing.businessDate) };
}
