import { fromProductSettings, toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { type CalculatorSettings, narrowSettings } from '#loan/calculator-settings.ts';

/**
 * What the content's limits leave of the lender's products, for the page that shows the calculator; undefined when they
 * leave all. Reckoned while the page is built: its first script need not carry the rule.
 */
export function offeredSettings(
  published: ProductSettingsBody,
  limits: readonly CalculatorSettings[],
): ProductSettingsBody | undefined {
  const offered = fromProductSettings(narrowSettings(toProductSettings(published), limits));
  const before = fromProductSettings(toProductSettings(published));
  return JSON.stringify(offered) === JSON.stringify(before) ? undefined : offered;
}
