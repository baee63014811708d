import { toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { formatPercent, formatSoles, formatWholeSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { subtract, sum } from '#loan/money.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import type { Tariff } from '#loan/outcomes.ts';
import { allProducts, isOffered, type Product } from '#loan/product.ts';
import { FIGURE_NAMES } from '#storyblok/figure-names.ts';

/** The products on sale today, from the lending API. */
export interface PublishedProducts {
  /** Products and prices of a first loan; undefined on a day on which nothing is sold. */
  readonly products: ProductSettingsBody | undefined;
  readonly businessDate: string;
  /** The costs of being late and of extending; missing when the lender could not say. */
  readonly tariff?: Tariff | undefined;
  /** Undefined until the lender has named one. */
  readonly dataOfficer?: ProductSettingsBody['dataOfficer'];
}

/** Formatted figures by name: editors write `{example_total}` in a text. */
export type Figures = Readonly<Record<string, string>>;

type SomeFigures = Readonly<Partial<Record<(typeof FIGURE_NAMES)[number], string>>>;

/** Priced once per product settings, not once per page. */
const priced = new WeakMap<ProductSettingsBody, SomeFigures>();

/**
 * Computes the figures about loans that texts may contain, from the product settings, so that no text can promise a
 * price the calculator does not give. The example is the largest first single-payment loan for its usual term: S/
 * 500,00 for 30 days on 15/01/2026 costs S/ 73,03. What is not sold has no figures (`noFigures`).
 */
export function figuresOf({ products, businessDate }: PublishedProducts): SomeFigures {
  if (!products) return datesOf(businessDate);
  const figures = priced.get(products) ?? priceFigures(products);
  priced.set(products, figures);
  return figures;
}

/** Gives every figure words in its place, because a text may name one that does not have a value today. */
export function noFigures(words: string): Figures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, words]));
}

function priceFigures(body: ProductSettingsBody): SomeFigures {
  const settings = toProductSettings(body);
  const { pricing } = settings.singlePayProduct;
  return {
    ...(isOffered(settings.singlePayProduct) && singleFigures(settings.singlePayProduct)),
    ...installmentFigures(settings.installmentProducts.filter(isOffered)),
    ...largestFigure(allProducts(settings).filter(isOffered)),
    ...(body.askedAbove?.referees !== undefined && { referees_above: inSoles(body.askedAbove.referees) }),
    ...(body.askedAbove?.pictures !== undefined && { pictures_above: inSoles(body.askedAbove.pictures) }),
    igv: formatTax(pricing.igvPercent),
    rate_cap: formatPercent(pricing.capPercent),
    ...datesOf(pricing.businessDate),
  };
}

function datesOf(businessDate: string): SomeFigures {
  return { business_date: formatDate(businessDate), year: businessDate.slice(0, 4) };
}

function singleFigures(single: Product): SomeFigures {
  const offer = priceOffer(single, single.maxAmount, single.defaultTerm, single.pricing.businessDate);
  return {
    ...exampleFigures(offer, single.defaultTerm),
    single_min: inSoles(single.minAmount),
    single_max: inSoles(single.maxAmount),
    single_min_term: String(single.minTerm),
    single_max_term: String(single.maxTerm),
  };
}

function installmentFigures(products: readonly Product[]): SomeFigures {
  if (products.length === 0) return {};
  return {
    installment_min: inSoles(smallest(products, (product) => product.minAmount)),
    installment_max: inSoles(largest(products, (product) => product.maxAmount)),
    installment_min_term: String(smallest(products, (product) => product.minTerm)),
    installment_max_term: String(largest(products, (product) => product.maxTerm)),
  };
}

/** The most that anybody is lent: `S/ 2.000`. */
function largestFigure(products: readonly Product[]): SomeFigures {
  if (products.length === 0) return {};
  return { largest_amount: inSoles(largest(products, (product) => product.maxAmount)) };
}

/** Bounds of what can be chosen are whole soles (design §8); sums that are owed have their céntimos. */
function inSoles(amount: number): string {
  return formatWholeSoles(amount);
}

/** Formats a tax rate; a whole percentage is written without decimals: `18 %`. */
export function formatTax(percent: number): string {
  return formatPercent(percent).replace(',00', '');
}

function exampleFigures(offer: Offer, term: number): SomeFigures {
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
