/** Words of each code of a list, in Spanish and English. Colleagues read them, not clients. */
export type CodeWords = Readonly<Record<string, readonly [es: string, en: string]>>;

/** The words of codes that are kept as words in both languages. */
export function codesOf(words: Readonly<Record<string, { readonly es: string; readonly en: string }>>): CodeWords {
  return Object.fromEntries(Object.entries(words).map(([name, { es, en }]) => [name, [es, en]]));
}
