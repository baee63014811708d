/** Signs that the fonts of the papers lack (`server/lending/documents/fonts`), except those that no field keeps. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: the range of combining marks is meant, each for itself.
export const UNPRINTABLE = /[^\n -~\xa0-\u017f\u0300-\u03e1\u03f0-\u045f\u1e00-\u1eff\u2010-\u203a\u20a4\u20ac\u2212]/u;

/** Names in the sentence of the code `letter` the sign that it is about: one that cannot be printed, or is not English. */
export function errorSentence(sentence: string, value: string): string {
  return sentence.replace('{letter}', () => (UNPRINTABLE.exec(value) ?? /[^ -~]/u.exec(value) ?? [''])[0]);
}
