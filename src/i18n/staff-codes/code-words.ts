/** Words of each code of a list, in Spanish and English. Colleagues read them, not clients. */
export type CodeWords = Readonly<Record<string, readonly [es: string, en: string]>>;

/** The words of codes that are kept as words in both languages. */
export function codesOf(words: Readonly<Record<string, { readonly es: string; readonly en: string }>>): CodeWords {
  return Object.fromEntries(Object.entries(words).map(([name, { es, en }]) => [name, [es, en]]));
}

/**
 * The words of a code. A list with `client-area.*` has words for every `client-area.get-loan` that has none of its own.
 */
export function wordsOfCode(codes: CodeWords, code: string): readonly [es: string, en: string] | undefined {
  const [group = ''] = code.split('.');
  // A text may be spelt like a property that every object has.
  const own = [code, `${group}.*`].find((one) => Object.hasOwn(codes, one));
  return own === undefined ? undefined : codes[own];
}
