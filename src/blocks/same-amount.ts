import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import type { Translate } from '#i18n/translate.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import { isOffered, type Product } from '#loan/product.ts';
import { clampAmount, defaultProduct } from '#loan/selection.ts';

export interface SameAmount {
  readonly amount: number;
  /** A single payment and instalments, each for its usual term. */
  readonly loans: readonly { readonly product: Product; readonly offer: Offer }[];
}

/**
 * Finds the smallest amount that is lent in one payment and in instalments, because only equal amounts can be compared.
 * S/ 100 to 500 and S/ 500 to 1.000 → S/ 500. Undefined when the two do not overlap.
 */
export function sameAmount(body: ProductSettingsBody | undefined): SameAmount | undefined {
  if (!body) return undefined;
  const settings = toProductSettings(body);
  const pair = [settings.singlePayProduct, defaultProduct(settings, 'INSTALLMENT')];
  const amount = Math.max(...pair.map(({ minAmount }) => minAmount));
  if (!pair.every((product) => isOffered(product) && clampAmount(product, amount) === amount)) return undefined;
  return {
    amount,
    loans: pair.map((product) => ({
      product,
      offer: priceOffer(product, amount, product.defaultTerm, product.pricing.businessDate),
    })),
  };
}

/** Names the product: `Un solo pago` */
export function nameOf({ productType }: Product, t: Translate): string {
  return t(productType === 'SINGLE_PAY' ? 'product_single_pay' : 'product_installment');
}

/** Names the term: `30 días`, `3 meses` */
export function termOf({ productType, defaultTerm }: Product, t: Translate): string {
  return t(productType === 'SINGLE_PAY' ? 'term_days' : 'term_months', { count: defaultTerm });
}
