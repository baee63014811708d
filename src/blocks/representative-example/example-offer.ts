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

/** `closed`: there is such a product, or nothing is known of any today, and it is not sold. */
export type Example = ExampleOffer | 'closed' | undefined;

/** Prices the described loan as a first loan of today, within its product's bounds; undefined without a product. */
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
