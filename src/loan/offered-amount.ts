/**
 * Where an amount is offered. Separate from selection.ts, because only the calculator asks, and every visitor's form would
 * load it.
 */
import { allProducts, type Product, type ProductSettings, type ProductType } from './product.ts';
import { clampAmount, defaultSelection, type Selection } from './selection.ts';

/**
 * Selects another product type, with an amount that it offers: in its default product, else in another one of the type.
 * An amount that the type does not offer becomes the default of its default product.
 */
export function changeType(settings: ProductSettings, productType: ProductType, amount: number): Selection {
  const standard = defaultSelection(settings, productType);
  const kept = productsOf(settings, productType).filter((product) => clampAmount(product, amount) === amount);
  const product = kept.find(({ productId }) => productId === standard.productId) ?? kept[0];
  return product ? { productType, productId: product.productId, amount, term: product.defaultTerm } : standard;
}

/**
 * Finds a way to an amount that the selected product does not offer: the nearest term of its type, else the other type;
 * undefined when no product offers it. S/ 2.000 in 3 months is offered from 7 months on.
 */
export function wayTo(
  settings: ProductSettings,
  { productType, term }: Selection,
  amount: number,
): Selection | undefined {
  const offering = allProducts(settings).filter((product) => clampAmount(product, amount) === amount);
  const ownType = offering.filter((product) => product.productType === productType);
  const [nearest] = ownType
    .flatMap((product) => product.termOptions.map((option) => ({ product, option })))
    .toSorted((a, b) => Math.abs(a.option - term) - Math.abs(b.option - term));
  if (nearest) return { productType, productId: nearest.product.productId, amount, term: nearest.option };
  const [other] = offering;
  return other && { productType: other.productType, productId: other.productId, amount, term: other.defaultTerm };
}

/** Finds the bounds of all amounts of a type, in soles: an amount of other months is one press away. */
export function amountRange(settings: ProductSettings, productType: ProductType): { min: number; max: number } {
  const products = productsOf(settings, productType);
  return {
    min: Math.min(...products.map(({ minAmount }) => minAmount)),
    max: Math.max(...products.map(({ maxAmount }) => maxAmount)),
  };
}

function productsOf(settings: ProductSettings, productType: ProductType): readonly Product[] {
  return allProducts(settings).filter((product) => product.productType === productType);
}
