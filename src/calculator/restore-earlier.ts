import { type CalculatorStore, select } from './calculator.store.ts';
import { earlierSelection } from './selection.store.ts';

/** Restores an earlier selection unless one was made on this page; announces nothing. Returns whether it did. */
export function restoreEarlier($calculator: CalculatorStore): boolean {
  const { settings, fixedType, selection, typed } = $calculator.get();
  // Somebody is writing an amount: that counts.
  if (typed !== undefined) return false;
  const earlier = earlierSelection(settings);
  if (!earlier || (fixedType && earlier.productType !== selection.productType)) return false;
  select($calculator, earlier);
  $calculator.set({ ...$calculator.get(), touched: false, restored: true });
  return true;
}
