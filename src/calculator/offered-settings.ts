import { fromProductSettings, toProductSettings } from '#api/convert.ts';
import type { ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import { type CalculatorSettings, narrowSettings } from '#loan/calculator-settings.ts';

/** The lender's products within the content's limits; undefined without limits. Computed at build time. */
export function offeredSettings(
  published: ProductSettingsBody,
  limits: readonly CalculatorSettings[],
): ProductSettingsBody | undefined {
  const offered = fromProductSettings(narrowSettings(toProductSettings(published), limits));
  const before = fromProductSettings(toProductSettings(published));
  return JSON.stringify(offered) === JSON.stringify(before) ? undefined : offered;
}
