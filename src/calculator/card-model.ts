import { speaker } from '#i18n/translate.ts';
import { type CalculatorStart, type CalculatorStore, createCalculator } from './calculator.store.ts';
import type { At, CardWords } from './card-view.ts';
import type { CalculatorTextKey } from './texts.ts';

/** What a page gives its calculator: whom it is for, this browser says. */
export interface CalculatorProps extends Omit<CalculatorStart, 'applicant'>, Pick<CardWords, 'locale'> {
  /** Where the link leads. */
  readonly applyPath: string;
  /** The texts of CALCULATOR_TEXT_KEYS. */
  readonly texts: Readonly<Record<string, string>>;
  /** On the landing host the results have no repayment date (product-spec §3). */
  readonly hideRepayDate?: boolean | undefined;
}

/** One calculator: its store, and what its views need beside the store's state. */
export interface CardModel extends CardWords {
  readonly $calculator: CalculatorStore;
  readonly applyPath: string;
  readonly hideRepayDate?: boolean | undefined;
}

export interface CardPartProps {
  readonly card: Pick<CardModel, '$calculator' | 'id' | 'say'>;
  readonly at: At;
}

declare global {
  /** The stores of cards that answer already, by their ids: React takes them over. */
  var calculators: Record<string, CalculatorStore> | undefined;
}

export function createCard({ locale, texts, applyPath, hideRepayDate, ...start }: CalculatorProps): CardModel {
  // Two calculators on a page are of two types.
  const id = `calc-${start.initialProductType === 'SINGLE_PAY' ? 's' : 'i'}`;
  const $calculator = globalThis.calculators?.[id] ?? createCalculator(start);
  return { $calculator, id, locale, say: speaker<CalculatorTextKey>(texts), applyPath, hideRepayDate };
}
