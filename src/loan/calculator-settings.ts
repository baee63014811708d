import { type Product, type ProductSettings, type ProductType, type TermUnit, termUnit } from './product.ts';
import { clampAmount } from './selection.ts';

/**
 * Editors' limits for the calculator of one product type (product-spec §3, content side). Amounts in whole soles. All
 * but the type are optional, and a limit never widens what the products allow.
 */
export interface CalculatorSettings {
  readonly productType: ProductType;
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  readonly step?: number | undefined;
  /** The allowed terms; missing or empty allows every term of the products. */
  readonly choices?: readonly number[] | undefined;
  /** The unit of `choices`. Terms in another unit than the product type's are ignored. */
  readonly termUnit?: TermUnit | undefined;
}

/**
 * The products as the calculator may offer them: never wider than the product settings (design §8), because an amount
 * or term the lender does not accept would be refused a screen later. A limit that would leave nothing is ignored.
 * Product 12 (1.000–10.000, step 100, 7–12 months) with {maxAmount: 1550, choices: [6, 12]} → 1.000–1.500, 12 months.
 */
export function narrowSettings(settings: ProductSettings, limits: readonly CalculatorSettings[]): ProductSettings {
  const limitsOf = (product: Product) => limits.find(({ productType }) => productType === product.productType);
  const narrow = (product: Product) => narrowProduct(product, limitsOf(product));
  const { singlePayProduct, installmentProducts } = settings;
  const offered = installmentProducts.filter((product) => allowedTerms(product, limitsOf(product)).length > 0);
  return {
    singlePayProduct: narrow(singlePayProduct),
    installmentProducts: (offered.length > 0 ? offered : installmentProducts).map(narrow),
  };
}

function narrowProduct(product: Product, limits: CalculatorSettings | undefined): Product {
  return limits ? narrowTerms(narrowAmounts(product, limits), limits) : product;
}

function allowedTerms(
  { termOptions, productType }: Product,
  limits: CalculatorSettings | undefined,
): readonly number[] {
  const { choices = [], termUnit: unit = termUnit(productType) } = limits ?? {};
  const speaks = choices.length > 0 && unit === termUnit(productType);
  return speaks ? termOptions.filter((term) => choices.includes(term)) : termOptions;
}

/** Bounds and step stay on the product's grid, so that every offered amount is accepted by the server. */
function narrowAmounts(product: Product, limits: CalculatorSettings): Product {
  const { minAmount: low = product.minAmount, maxAmount: high = product.maxAmount, step = 0 } = limits;
  const minAmount = clampAmount(product, low + product.amountStep - 1);
  const amountStep = step > 0 && step % product.amountStep === 0 ? step : product.amountStep;
  const narrowed = { ...product, minAmount, amountStep, maxAmount: clampAmount(product, high) };
  if (minAmount < low || narrowed.maxAmount > high || minAmount > narrowed.maxAmount) return product;
  return {
    ...narrowed,
    // The last step at or below the limit, so that the slider's end is a valid amount.
    maxAmount: clampAmount(narrowed, narrowed.maxAmount),
    defaultAmount: clampAmount(narrowed, product.defaultAmount),
  };
}

function narrowTerms(product: Product, limits: CalculatorSettings): Product {
  const termOptions = allowedTerms(product, limits);
  const first = termOptions[0];
  if (first === undefined) return product;
  const defaultTerm = termOptions.findLast((term) => term <= product.defaultTerm) ?? first;
  return { ...product, termOptions, minTerm: first, maxTerm: termOptions.at(-1) ?? first, defaultTerm };
}
