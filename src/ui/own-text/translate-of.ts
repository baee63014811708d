/**
 * Gives the `translate` attribute for this text: `S/ 573,03`, `14/02/2026` and `P-2026-0001234` do not contain words.
 */
export function translateOf(text: string | number): 'no' | undefined {
  return /^\P{Ll}+$/u.test(String(text)) ? 'no' : undefined;
}
