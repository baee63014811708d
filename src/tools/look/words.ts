/** Figures about the words of a page: `npm run look` prints them, so that a page can be compared with its former state. */
export interface WordCount {
  readonly words: number;
  /** Ease of reading of Spanish (INFLESZ): 55 to 65 is normal, above that easy. */
  readonly inflesz: number;
}

const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;
/** A line is a heading, a label, a paragraph: it ends a sentence as a full stop does. */
const SENTENCE_END = /[.!?:;]+(?=\s|$)|\n/;
/** Vowels that are spoken together; an accent on í or ú, and two strong vowels, part them. */
const SYLLABLE = /[iuü]?(?:[aeoáéó]|(?<![aeoáéó])[iuüíú])[iuüy]?|[íú]|y(?![\p{L}])/giu;

export function countWords(text: string): WordCount {
  const sentences = text.split(SENTENCE_END).filter((each) => each.match(WORD));
  const words = text.match(WORD) ?? [];
  if (words.length === 0) return { words: 0, inflesz: 100 };
  const syllables = words.reduce((sum, word) => sum + Math.max(1, word.match(SYLLABLE)?.length ?? 1), 0);
  const inflesz = 206.835 - (62.3 * syllables) / words.length - words.length / sentences.length;
  return { words: words.length, inflesz: Math.round(inflesz) };
}
