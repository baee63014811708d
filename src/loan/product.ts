import type { CalendarDate } from './calendar.ts';
import type { Fee } from './fees.ts';

export const PRODUCT_TYPES = ['SINGLE_PAY', 'INSTALLMENT'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** The dated prices of a product: the same in the calculator, the offer and the contract. */
export interface Pricing {
  readonly businessDate: CalendarDate;
  /** Incremented with every change of a parameter; prices with equal versions are comparable. */
  readonly parameterVersion: number;
  /** Percent with two decimals: 110 = 110 %. */
  readonly teaPercent: number;
  readonly igvPercent: number;
  /** Legal maximum of the compensatory rate on the business date, percent. */
  readonly capPercent: number;
  readonly fees: readonly Fee[];
  /** A running "first loan free" promotion: up to this amount (soles) and term nothing is charged. */
  readonly freeUpTo?: { readonly amount: number; readonly term: number } | undefined;
}

/** One product as product-spec §3 names its fields. Amounts are whole soles; terms days or months by type. */
export interface Product {
  readonly productId: number;
  readonly productType: ProductType;
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly defaultAmount: number;
  readonly amountStep: number;
  readonly firstLoanLimit: number;
  readonly minTerm: number;
  readonly maxTerm: number;
  readonly defaultTerm: number;
  readonly termOptions: readonly number[];
  readonly pricing: Pricing;
}

export interface ProductSettings {
  readonly singlePayProduct: Product;
  /** At least one; the last is the default (product-spec §4). */
  readonly installmentProducts: readonly Product[];
}

export type TermUnit = 'days' | 'months';

/** Days for a single payment, months for instalments (product-spec §9). */
export function termUnit(productType: ProductType): TermUnit {
  return productType === 'SINGLE_PAY' ? 'days' : 'months';
}

/** Product-spec §7: 1 for a first loan, 2 for a repeat client. */
export type Sequence = 1 | 2;

/**
 * Limits a product's maximum for the client's sequence and adjusts the default (domain 2.17): a first loan of product 1
 * ends at 500 although the product goes to 3.000.
 */
export function cutToSequence(product: Product, sequence: Sequence): Product {
  const maxAmount = sequence === 1 ? Math.min(product.maxAmount, product.firstLoanLimit) : product.maxAmount;
  return { ...product, maxAmount, defaultAmount: Math.min(product.defaultAmount, maxAmount) };
}

/** Lists every product of the settings, single payment first. */
export function allProducts(settings: ProductSettings): Product[] {
  return [settings.singlePayProduct, ...settings.installmentProducts];
}

/** Sorts products in the order a page shows them: the single payment, then instalments from few to many. */
export function productsToShow({ singlePayProduct, installmentProducts }: ProductSettings): Product[] {
  return [singlePayProduct, ...installmentProducts.toSorted((a, b) => a.maxTerm - b.maxTerm)];
}

/**
 * Tells whether a product may be sold on its business date: its rate must be within the legal maximum of that day
 * (domain 3.1, guard 1). Above it the product is closed until price or cap change. 110 % under a cap of 113,16 %: true;
 * under 90 %: false.
 */
export function isOffered({ pricing }: Pick<Product, 'pricing'>): boolean {
  return pricing.teaPercent <= pricing.capPercent;
}

/** Lists the product types of which something is sold. */
export function offeredTypes(settings: ProductSettings): ProductType[] {
  return PRODUCT_TYPES.filter((type) =>
    allProducts(settings).some((product) => product.productType === type && isOffered(product)),
  );
}

/**
 * Removes closed instalment products from the settings, unless all of them are closed: the shape needs one of each
 * type, and `isOffered` says of the rest whether it is sold.
 */
export function withoutClosed(settings: ProductSettings): ProductSettings {
  const offered = settings.installmentProducts.filter(isOffered);
  return offered.length === 0 ? settings : { ...settings, installmentProducts: offered };
}

export type InquiryRefusal = {
  readonly field: 'amount' | 'term';
  readonly code: 'out_of_range' | 'step' | 'not_allowed';
};

/**
 * Checks that an amount and a term may be offered: the amount must be within the bounds and on a step counted from the
 * minimum, the term one of the product's options. Returns all errors, so that a form can show them at once.
 */
export function checkInquiry(product: Product, amount: number, term: number): InquiryRefusal[] {
  const refusals: InquiryRefusal[] = [];
  if (amount < product.minAmount || amount > product.maxAmount)
    refusals.push({ field: 'amount', code: 'out_of_range' });
  else if ((amount - product.minAmount) % product.amountStep !== 0) refusals.push({ field: 'amount', code: 'step' });
  if (term < product.minTerm || term > product.maxTerm) refusals.push({ field: 'term', code: 'out_of_range' });
  else if (!product.termOptions.includes(term)) refusals.push({ field: 'term', code: 'not_allowed' });
  return refusals;
}
