import { toProductSettings } from '#api/convert.ts';
import type { CalculatorProps } from '#calculator/card-model.ts';
import { offeredSettings } from '#calculator/offered-settings.ts';
import { CALCULATOR_TEXT_KEYS } from '#calculator/texts.ts';
import { localePath } from '#i18n/locale.ts';
import { pickTexts } from '#i18n/translate.ts';
import { offeredTypes, type ProductType } from '#loan/product.ts';
import type { PageContext } from './page-context.ts';

interface Wanted {
  readonly productType: ProductType;
  /** Hides the choice of product type. */
  readonly fixedType?: boolean | undefined;
}

/** Builds the props of a first loan's calculator, on a type that is sold today; undefined when nothing is sold. */
export function calculatorProps(page: PageContext, { productType, fixedType }: Wanted): CalculatorProps | undefined {
  const { products, calculatorSettings: limits } = page;
  const types = products ? offeredTypes(toProductSettings(products)) : [];
  const [first] = types.includes(productType) ? [productType] : fixedType ? [] : types;
  if (!products || first === undefined) return undefined;
  const offered = offeredSettings(products, limits);
  return {
    locale: page.locale,
    texts: pickTexts(page.t, CALCULATOR_TEXT_KEYS),
    settings: products,
    ...(offered && { offered }),
    valueDate: page.businessDate,
    limits,
    applyPath: localePath(page.locale, 'application/new-client'),
    initialProductType: first,
    fixedType,
  };
}
