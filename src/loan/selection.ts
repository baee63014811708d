import type { ClientType } from './client-type.ts';
import { allProducts, type Product, type ProductSettings, type ProductType } from './product.ts';

/** A visitor's choice. Amount in whole soles, term in days or months by product type (product-spec §3). */
export interface Selection {
  readonly productType: ProductType;
  readonly productId: number;
  readonly amount: number;
  readonly term: number;
}

/** The loan that is requested: one of its own, or more on a running one. */
export const LOAN_TYPES = ['LOAN', 'TOP_UP'] as const;
export type LoanType = (typeof LOAN_TYPES)[number];

/**
 * The loan type and client type of a selection. The visitor does not choose them, so no cookie keeps them (decision
 * 0130).
 */
export interface Applicant {
  readonly loanType: LoanType;
  readonly clientType: ClientType;
}

/** The calculator's whole selection (product-spec §3). */
export interface CalculatorSelection extends Selection, Applicant {}

/** Finds the default product: the last one in instalments; the single payment is the only one of its type. */
export function defaultProduct(settings: ProductSettings, productType: ProductType): Product {
  if (productType === 'SINGLE_PAY') return settings.singlePayProduct;
  return settings.installmentProducts.at(-1) ?? settings.singlePayProduct;
}

/** Selects a product with its own default amount and term: what changing the product type leads to. */
export function defaultSelection(settings: ProductSettings, productType: ProductType): Selection {
  const product = defaultProduct(settings, productType);
  return {
    productType: product.productType,
    productId: product.productId,
    amount: clampAmount(product, product.defaultAmount),
    term: product.defaultTerm,
  };
}

/** Finds the selected product; undefined when the settings no longer contain it. */
export function findProduct(settings: ProductSettings, productId: number): Product | undefined {
  return allProducts(settings).find((product) => product.productId === productId);
}

/**
 * Clamps an amount into the bounds and onto a step counted from the minimum, downwards between steps: 1.234 with steps
 * of 100 from 500 → 1.200.
 */
export function clampAmount(product: Product, amount: number): number {
  if (!(amount > product.minAmount)) return product.minAmount;
  const inside = Math.min(amount, product.maxAmount);
  return product.minAmount + Math.floor((inside - product.minAmount) / product.amountStep) * product.amountStep;
}

/**
 * Moves the amount one step up or down; at a bound the amount stays.
 * @internal
 */
export function stepAmount(product: Product, amount: number, direction: 1 | -1): number {
  return clampAmount(product, amount + direction * product.amountStep);
}

/** Limits the amount to the selected product's bounds. */
export function changeAmount(settings: ProductSettings, selection: Selection, amount: number): Selection {
  const product = findProduct(settings, selection.productId);
  return product ? { ...selection, amount: clampAmount(product, amount) } : selection;
}

/**
 * Selects a new term. On instalments the product whose range holds the term takes over, and the amount is clamped into
 * it: 2.000 in 12 months (product 12) → 6 months is product 11, whose first-loan limit makes it 1.000.
 */
export function changeTerm(settings: ProductSettings, selection: Selection, term: number): Selection {
  if (selection.productType === 'SINGLE_PAY') {
    return settings.singlePayProduct.termOptions.includes(term) ? { ...selection, term } : selection;
  }
  const product = settings.installmentProducts.find((candidate) => candidate.termOptions.includes(term));
  if (!product) return selection;
  return { ...selection, productId: product.productId, term, amount: clampAmount(product, selection.amount) };
}

/** Lists every term a product type offers, in order, across its products. */
export function termChoices(settings: ProductSettings, productType: ProductType): number[] {
  const products = productType === 'SINGLE_PAY' ? [settings.singlePayProduct] : settings.installmentProducts;
  return [...new Set(products.flatMap((product) => product.termOptions))].sort((a, b) => a - b);
}
