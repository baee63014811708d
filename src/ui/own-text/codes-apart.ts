/**
 * Splits a text at its codes, which stand at the odd places: `Pagos de P-2026-0001234` → `Pagos de `, `P-2026-0001234`
 * and the rest. One part when there is none. Browsers break a line after any hyphen.
 */
export function codesApart(text: string): string[] {
  return text.split(/((?<![\w-])(?:[A-Z]{1,4}-\d{4}-\d{4,}|\d{3}-\d{4})(?![\w-]))/);
}
