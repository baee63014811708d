import { speaker } from '#i18n/translate.ts';
import { type CalculatorStart, type CalculatorStore, createCalculator } from './calculator.store.ts';
import type { At, CardWords } from './card-view.ts';
import type { CalculatorTextKey } from './texts.ts';

/** The page's part of a calculator's props; this browser adds the type of client. */
export interface CalculatorProps extends Omit<CalculatorStart, 'applicant'>, Pick<CardWords, 'locale'> {
  /** The address that the link leads to. */
  readonly applyPath: string;
  /** The texts of CALCULATOR_TEXT_KEYS. */
  readonly texts: Readonly<Record<string, string>>;
}

/** One calculator: its store, and what its views need beside the store's state. */
export interface CardModel extends CardWords {
  readonly $calculator: CalculatorStore;
  readonly applyPath: string;
}

export interface CardPartProps {
  readonly card: Pick<CardModel, '$calculator' | 'id' | 'say'>;
  readonly at: At;
}

declare global {
  /** The stores of cards that answer already, by their ids: React takes them over. */
  var calculators: Record<string, CalculatorStore> | undefined;
}

export function createCard({ locale, texts, applyPath, ...start }: CalculatorProps): CardModel {
  // Two calculators on a page are of two types.
  const id = `calc-${start.initialProductType === 'SINGLE_PAY' ? 's' : 'i'}`;
  const $calculator = globalThis.calculators?.[id] ?? createCalculator(start);
  return { $calculator, id, locale, say: speaker<CalculatorTextKey>(texts), applyPath };
}
