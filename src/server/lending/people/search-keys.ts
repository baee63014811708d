import type { Vault } from '#server/kit/vault.ts';

/** Ways in which a person is searched without their data being readable; each has a key of its own. */
export type SearchKind = 'name' | 'document-end';

export interface SearchKey {
  readonly kind: SearchKind;
  readonly key: string;
  /** It is of a whole word or number, not of a part. */
  readonly whole: boolean;
}

/** Shorter beginnings would find too many people, and tell too much of a name to whoever has a dump. */
const SHORTEST_BEGINNING = 3;
/** Four digits are what lists show of a document. */
const SHORTEST_END = 4;

/** Folds a text to its words: `María Ñáñez-Quispe` → `maria`, `nanez`, `quispe`. Case, accents and signs do not count. */
export function foldedWords(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))];
}

/** Words of a text that may be a name of somebody: short ones, `DE LA`, and numbers are not. */
export function longWords(text: string): string[] {
  return foldedWords(text).filter((word) => word.length >= SHORTEST_BEGINNING && !/\p{N}/u.test(word));
}

/** Every key that finds a person: beginnings of their names and ends of their document. */
export function searchKeysOf(
  vault: Vault,
  { names, documentNumber }: { readonly names: readonly string[]; readonly documentNumber: string },
): readonly SearchKey[] {
  const words = names.flatMap(foldedWords);
  return [
    ...partsOf(vault, 'name', words.flatMap(beginningsOf)),
    ...partsOf(vault, 'document-end', endsOf(documentNumber.toUpperCase())),
  ];
}

/** Keys of the words that somebody searches, each once. */
export function keysOfWords(vault: Vault, kind: SearchKind, words: readonly string[]): readonly string[] {
  return [...new Set(words)].map(vault.indexOf(`search-${kind}`));
}

interface Part {
  readonly text: string;
  readonly whole: boolean;
}

/** A part of two words, or the whole of one and the beginning of another, has one key: the whole word counts. */
function partsOf(vault: Vault, kind: SearchKind, parts: readonly Part[]): readonly SearchKey[] {
  const whole = new Map<string, boolean>();
  for (const part of parts) whole.set(part.text, part.whole || whole.get(part.text) === true);
  const keyOf = vault.indexOf(`search-${kind}`);
  return [...whole].map(([text, isWhole]) => ({ kind, key: keyOf(text), whole: isWhole }));
}

function beginningsOf(word: string): readonly Part[] {
  const letters = [...word];
  const lengths = Array.from({ length: Math.max(0, letters.length - SHORTEST_BEGINNING) }, (_, n) => n);
  const parts = lengths.map((more) => letters.slice(0, SHORTEST_BEGINNING + more).join(''));
  return [...parts.map((text) => ({ text, whole: false })), { text: word, whole: true }];
}

function endsOf(number: string): readonly Part[] {
  const starts = Array.from({ length: Math.max(0, number.length - SHORTEST_END) }, (_, n) => n + 1);
  return [{ text: number, whole: true }, ...starts.map((from) => ({ text: number.slice(from), whole: false }))];
}
