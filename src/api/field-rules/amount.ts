import { cleaned } from './cleaned.ts';

/**
 * Reads a typed amount of money, in céntimos: `1.500`, `1,500`, `S/ 1500`, `1.500,50`, `1,500.50`, `1500.5`. A dot or
 * comma before exactly three digits groups thousands; the last one before one or two digits marks the céntimos.
 * Blanks and apostrophes only group. Undefined when it is not an amount, or could be two: `1.50.000`, `12'50`, `100 50`.
 */
export function centsTyped(typed: string): number | undefined {
  const text = cleaned(typed)
    .trim()
    .replace(/^(?:S\/\.?|PEN) */i, '');
  // 1'500,000 groups with two signs and 1.500.000 with one; the céntimos are behind another one.
  const [, whole, , fraction = ''] =
    /^(\d{1,3}(?:[' ]\d{3})*(?:([.,])\d{3}(?:\2\d{3})*)?|\d+)(?:(?!\2\d)[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (!whole) return undefined;
  const cents = Number(whole.replace(/\D/g, '') + fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/**
 * Reads a typed amount for fields in whole soles: `1.500` → 1500; céntimos are not asked for, so `1.500,50` is
 * undefined.
 */
export function solesTyped(typed: string): number | undefined {
  const cents = centsTyped(typed);
  return cents !== undefined && cents % 100 === 0 ? cents / 100 : undefined;
}
