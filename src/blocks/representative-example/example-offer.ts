import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import { isOffered, type Product } from '#loan/product.ts';
import { clampAmount, findProduct } from '#loan/selection.ts';

export interface ExampleOffer {
  readonly product: Product;
  readonly term: number;
  readonly offer: Offer;
}

/** `closed`: the product exists, or the lender's products are not known today, and it is not sold. */
export type Example = ExampleOffer | 'closed' | undefined;

/**
 * Prices the described loan today as a first loan, with the amount limited to the product's bounds and an unavailable
 * term replaced by the product's default. Undefined when the product does not exist.
 */
export function exampleOffer(
  settings: ProductSettingsBody | undefined,
  wanted: { readonly productId: number; readonly amount: number; readonly term: number },
): Example {
  if (!settings) return 'closed';
  const product = findProduct(toProductSettings(settings), wanted.productId);
  if (!product) return undefined;
  if (!isOffered(product)) return 'closed';
  const term = product.termOptions.includes(wanted.term) ? wanted.term : product.defaultTerm;
  const amount = clampAmount(product, wanted.amount);
  return { product, term, offer: priceOffer(product, amount, term, product.pricing.businessDate) };
}
