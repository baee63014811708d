import type { CalculatorProps } from '#calculator/calculator.island.tsx';
import { offeredSettings } from '#calculator/offered-settings.ts';
import { CALCULATOR_TEXT_KEYS } from '#calculator/texts.ts';
import { localePath } from '#i18n/locale.ts';
import { pickTexts } from '#i18n/translate.ts';
import type { PageContext } from './page-context.ts';

/** The props of a first loan's calculator. */
export function calculatorProps(page: PageContext): Omit<CalculatorProps, 'initialProductType' | 'fixedType'> {
  const { products, calculatorSettings: limits } = page;
  const offered = offeredSettings(products, limits);
  return {
    locale: page.locale,
    texts: pickTexts(page.t, CALCULATOR_TEXT_KEYS),
    settings: products,
    ...(offered && { offered }),
    valueDate: products.singlePayProduct.pricing.businessDate,
    limits,
    applyPath: localePath(page.locale, 'application/new-client'),
  };
}
