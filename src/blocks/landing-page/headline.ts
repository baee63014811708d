import { centsTyped } from '#api/field-rules/amount.ts';
import { formatSoles } from '#i18n/format.ts';
import type { Product } from '#loan/product.ts';

/**
 * Returns a warning when a headline, the only text in which editors may type an amount (design §8), exceeds
 * what any product lends to a first-time client. Advertising must be true (Ley 29571 art. 12).
 */
export function headlineWarning(headline: string, products: readonly Product[]): string | undefined {
  if (products.length === 0) return undefined;
  const highest = Math.max(...products.map((product) => product.maxAmount));
  const promised = advertisedCents(headline);
  if (promised <= highest * 100) return undefined;
  return `the headline promises ${formatSoles(promised)}; the highest first loan is ${formatSoles(highest * 100)}`;
}

function advertisedCents(headline: string): number {
  const amounts = [...headline.matchAll(/S\/\s*([\d.,]*\d)/g)].map((match) => centsTyped(match[1] as string) ?? 0);
  return Math.max(0, ...amounts);
}
