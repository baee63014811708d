/**
 * Restores a selection made earlier, on another page or with other settings. Separate from selection.ts, because the
 * home page's first script does not need it.
 */
import { PRODUCT_TYPES, type Product, type ProductSettings } from './product.ts';
import { changeAmount, changeTerm, clampAmount, defaultSelection, findProduct, type Selection } from './selection.ts';

/** The content of the cookies or of a link: anything may be missing or wrong. */
export type SavedSelection = { readonly [Key in keyof Selection]?: string | undefined };

/**
 * Restores the saved selection, but only if all four values exist and the product still exists (product-spec §4). Its
 * amount is clamped, and a term that is no longer offered becomes the product's default.
 */
export function restoreSelection(settings: ProductSettings, saved: SavedSelection): Selection | undefined {
  const { amount, term, productType, productId } = saved;
  if (!amount || !term || !productType || !productId) return undefined;
  if (!/^\d{1,9}$/.test(amount) || !/^\d{1,4}$/.test(term) || !/^\d{1,9}$/.test(productId)) return undefined;
  const product = findProduct(settings, Number(productId));
  return product?.productType === productType ? fitInto(product, Number(amount), Number(term)) : undefined;
}

/**
 * Reads the selection of a calculator form that was submitted without script. Its product is the one the form was
 * rendered with, with that product's defaults: another product type starts from its own defaults, a term selects its
 * product, and of the two controls for the amount (`typedCents` is the field's) the changed one counts.
 */
export function sentSelection(
  settings: ProductSettings,
  sent: SavedSelection,
  typedCents: number | undefined,
): Selection | undefined {
  const drawn = findProduct(settings, Number(sent.productId));
  const productType = PRODUCT_TYPES.find((type) => type === sent.productType);
  if (!drawn || !productType) return undefined;
  const start = defaultSelection(settings, drawn.productType);
  const typed = (typedCents ?? Number.NaN) / 100;
  const amount = typed >= 0 && typed !== start.amount ? typed : Number(sent.amount) || start.amount;
  if (drawn.productType !== productType) return defaultSelection(settings, productType);
  const moved = changeTerm(settings, start, Number(sent.term));
  return changeAmount(settings, moved, amount);
}

/**
 * Adjusts a selection to changed settings: its own product if it still exists, otherwise the default product of its
 * type with its defaults.
 */
export function fitSelection(
  settings: ProductSettings,
  { productType, productId, amount, term }: Selection,
): Selection {
  const product = findProduct(settings, productId);
  return product ? fitInto(product, amount, term) : defaultSelection(settings, productType);
}

function fitInto(product: Product, amount: number, term: number): Selection {
  return {
    productType: product.productType,
    productId: product.productId,
    amount: clampAmount(product, amount),
    term: product.termOptions.includes(term) ? term : product.defaultTerm,
  };
}
