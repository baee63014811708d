import { formatAmount } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';
import { type CalculatorStore, changeAmount, changeProductType, changeTerm, typeAmount } from './calculator.store.ts';

/**
 * Reads changes made before the script: clients can use the native controls before it has loaded, and React keeps their
 * values, so they count. If the product type differs, nothing else is read, because its terms and bounds differ.
 */
export function readEarlyChanges($calculator: CalculatorStore, { elements }: HTMLFormElement): void {
  const { selection, fixedType } = $calculator.get();
  const value = (name: string) => (elements.namedItem(name) as RadioNodeList | HTMLInputElement).value;
  const productType = fixedType ? undefined : PRODUCT_TYPES.find((type) => type === value('productType'));
  if (productType && productType !== selection.productType) {
    changeProductType($calculator, productType);
    return;
  }
  const term = Number(value('term'));
  if (term !== selection.term) changeTerm($calculator, term);
  const amount = Number(value('amount'));
  if (amount !== selection.amount) changeAmount($calculator, amount);
  const typed = value('typed');
  if (typed !== formatAmount(fromSoles(selection.amount))) typeAmount($calculator, typed);
}
