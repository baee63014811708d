/** The `translate` of an element with this text: `S/ 573,03`, `14/02/2026` and `P-2026-0001234` have no words. */
export function translateOf(text: string | number): 'no' | undefined {
  return /^\P{Ll}+$/u.test(String(text)) ? 'no' : undefined;
}
