import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { formatDate, formatPercent, formatSoles } from '#i18n/format.ts';
import { fromSoles, subtract, sum } from '#loan/money.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import type { Product } from '#loan/product.ts';

/** Formatted figures by name: editors write `{example_total}` in a text. */
export type Figures = Readonly<Record<string, string>>;

/** Priced once per product settings, not once per page. */
const priced = new WeakMap<ProductSettingsBody, Figures>();

/**
 * The figures about loans that texts may contain. They are computed from the product settings, so that no text can
 * promise a price the calculator does not give. The example is the largest first single-payment loan for its usual
 * term: S/ 500,00 for 30 days on 15/01/2026 costs S/ 73,03.
 */
export function figuresOf(body: ProductSettingsBody): Figures {
  const figures = priced.get(body) ?? priceFigures(body);
  priced.set(body, figures);
  return figures;
}

function priceFigures(body: ProductSettingsBody): Figures {
  const { singlePayProduct: single, installmentProducts } = toProductSettings(body);
  const offer = priceOffer(single, single.maxAmount, single.defaultTerm, single.pricing.businessDate);
  return {
    ...exampleFigures(offer, single.defaultTerm),
    single_min: inSoles(single.minAmount),
    single_max: inSoles(single.maxAmount),
    single_terms: single.termOptions.join(', '),
    installment_min: inSoles(smallest(installmentProducts, (product) => product.minAmount)),
    installment_max: inSoles(largest(installmentProducts, (product) => product.maxAmount)),
    installment_min_term: String(smallest(installmentProducts, (product) => product.minTerm)),
    installment_max_term: String(largest(installmentProducts, (product) => product.maxTerm)),
    igv: formatTax(single.pricing.igvPercent),
    rate_cap: formatPercent(single.pricing.capPercent),
    business_date: formatDate(single.pricing.businessDate),
    year: single.pricing.businessDate.slice(0, 4),
  };
}

function inSoles(amount: number): string {
  return formatSoles(fromSoles(amount));
}

/** A whole percentage has no decimals: `18 %`. */
export function formatTax(percent: number): string {
  return formatPercent(percent).replace(',00', '');
}

function exampleFigures(offer: Offer, term: number): Figures {
  const interest = offer.fees.interestFee?.afterDiscountCents ?? sum();
  return {
    example_amount: formatSoles(offer.principalCents),
    example_term: String(term),
    example_total: formatSoles(offer.totalCents),
    example_cost: formatSoles(subtract(offer.totalCents, offer.principalCents)),
    example_interest: formatSoles(interest),
    example_fees: formatSoles(subtract(offer.totalFeesCents, interest)),
    example_vat: formatSoles(offer.totalVatCents),
    example_date: formatDate(offer.valueDate),
    example_due: formatDate(offer.dueDate),
    example_tea: formatPercent(offer.teaPercent),
    example_tcea: formatPercent(offer.tceaPercent),
    example_tcea_excl: formatPercent(offer.tceaExclVatPercent),
  };
}

function smallest(products: readonly Product[], value: (product: Product) => number): number {
  return Math.min(...products.map(value));
}

function largest(products: readonly Product[], value: (product: Product) => number): number {
  return Math.max(...products.map(value));
}
