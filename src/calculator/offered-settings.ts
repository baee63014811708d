import { fromProductSettings, toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { type CalculatorSettings, narrowSettings } from '#loan/calculator-settings.ts';

/**
 * Computes the lender's products within the content's limits; undefined when nothing is limited. Called at build time,
 * so that the page's script does not need the rule.
 */
export function offeredSettings(
  published: ProductSettingsBody,
  limits: readonly CalculatorSettings[],
): ProductSettingsBody | undefined {
  const offered = fromProductSettings(narrowSettings(toProductSettings(published), limits));
  const before = fromProductSettings(toProductSettings(published));
  return JSON.stringify(offered) === JSON.stringify(before) ? undefined : offered;
}
