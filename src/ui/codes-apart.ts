/**
 * Splits a text at its codes, which stand at the odd places: `Pagos de P-2026-0001234` → `Pagos de `, `P-2026-0001234`
 * and the rest. One part when there is none. Browsers break a line after any hyphen; a number on a register keeps its
 * name beside it.
 */
export function codesApart(text: string): string[] {
  return text.split(/\b([A-Z]+-\d{4}-\d{6,}|(?:(?:N\.º|No\.|DS) )?\d{3}-20\d\d(?:-[A-Z]+)?|RUC \d{11})\b/);
}
