import { type CalculatorStore, select } from './calculator.store.ts';
import { earlierSelection } from './selection.store.ts';

/**
 * Restores an earlier selection of a client who has not chosen anything on this page, so nothing is announced. Returns
 * whether there was one.
 */
export function restoreEarlier($calculator: CalculatorStore): boolean {
  const { settings, fixedType, selection, typed } = $calculator.get();
  // An amount that is being typed counts.
  if (typed !== undefined) return false;
  const earlier = earlierSelection(settings);
  if (!earlier || (fixedType && earlier.productType !== selection.productType)) return false;
  select($calculator, earlier);
  $calculator.set({ ...$calculator.get(), touched: false, restored: true });
  return true;
}
