import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es';

/**
 * Words that somebody who guesses at this lender tries first (ASVS 6.1.2): its name, what it sells, where its clients
 * live and what they cheer for.
 */
export const CONTEXT_WORDS = [
  ...['manay', 'prestamo', 'prestamos', 'credito', 'creditos', 'dinero', 'plata', 'soles', 'cuota', 'cuotas', 'banco'],
  ...['loan', 'loans', 'credit', 'money', 'bank', 'clave', 'contrasena', 'password', 'passw', 'admin', 'usuario'],
  ...['yape', 'plin', 'cliente', 'micuenta', 'cuenta'],
  ...['peru', 'lima', 'cusco', 'arequipa', 'trujillo', 'chiclayo', 'piura', 'callao', 'huancayo', 'iquitos', 'tacna'],
  ...['alianza', 'universitario', 'cristal', 'cienciano', 'melgar', 'blanquirroja', 'arriba', 'vamos', 'machupicchu'],
  ...['peruano', 'ceviche', 'pisco', 'incakola', 'chicha'],
] as const;

/**
 * Guesses as powers of ten: somebody who knows the lists and the person, and tries what is common first, needs fewer
 * than 10^9.5 for a password that is refused. A common word is 10^2 to 10^4, so two or three of them are too few and
 * five enough; ten letters that do not form words are 10^14.
 */
const TOO_FEW = 9.5;
const OF_OWN_WORD = 0.5;
const OF_CONTEXT_WORD = 1.5;
const OF_ROW = 1.5;
const OF_YEAR = 2;
const SHORTEST_ROW = 3;
const LONGEST_WORD = 24;
/** On keyboards and in the alphabet. */
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
  .flatMap((row) => [row, [...row].reverse().join('')])
  .map((row) => row.repeat(4));
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
]);

let known: ReadonlyMap<string, number> | undefined;

/**
 * Tells whether a password is among the first that are tried: one of the 49,000 most common ones of breaches, or a few
 * words, names and numbers that are common in Spanish or the owner's own, however they are decorated. `Contraseña123`,
 * `p@ssw0rd2024`, `tequieromucho`, `Manay!Peru` and `qwertyuiop12`.
 * @param own words of its owner: names, an e-mail address
 */
export function isWeakPassword(password: string, own: readonly string[] = []): boolean {
  const plain = folded(password);
  const words = new Set(own.flatMap((text) => [...folded(text).split(/[^a-z0-9]+/), joined(folded(text))]));
  const readings = [plain, joined(plain), withLetters(plain), joined(withLetters(plain))];
  return isPattern(plain) || readings.some((text) => guessesOf(text, words) < TOO_FEW);
}

/** Without case, accents and spellings that look the same. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

function joined(text: string): string {
  return text.replace(/[\s._-]+/g, '');
}

/** `clave` of `cl4v3`. */
function withLetters(text: string): string {
  return [...text].map((sign) => LOOKALIKES.get(sign) ?? sign).join('');
}

/** Of all ways to read a text as words, years, rows of keys and single signs, the one that is guessed first. */
function guessesOf(text: string, own: ReadonlySet<string>): number {
  const best = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let fewest = (best[end - 1] ?? 0) + ofSign(text.charAt(end - 1));
    for (let from = Math.max(0, end - LONGEST_WORD); from < end - 1; from += 1) {
      fewest = Math.min(fewest, (best[from] ?? 0) + ofPart(text.slice(from, end), own));
    }
    best.push(fewest);
  }
  return best.at(-1) ?? 0;
}

function ofSign(sign: string): number {
  if (/[a-z]/.test(sign)) return 1.4;
  if (/[\s._-]/.test(sign)) return 0.5;
  return /\d/.test(sign) ? 1 : 1.5;
}

function ofPart(part: string, own: ReadonlySet<string>): number {
  known ??= readKnown();
  if (own.has(part)) return OF_OWN_WORD;
  if (/^(?:19|20)\d\d$/.test(part)) return OF_YEAR;
  if (part.length >= SHORTEST_ROW && ROWS.some((row) => row.includes(part))) return OF_ROW;
  return known.get(part) ?? Number.POSITIVE_INFINITY;
}

/** One sign, a few signs again and again, or a walk along a row, in either direction, with nothing else of length. */
function isPattern(plain: string): boolean {
  if (/^(.{1,4}?)\1{2,}.{0,2}$/s.test(plain)) return true;
  const walked = plain.replace(/[^a-z0-9]+/g, '');
  const parts = walked.match(/\d+|[a-z]+/g) ?? [];
  return parts.length > 0 && parts.every((part) => part.length > 1 && ROWS.some((row) => row.includes(part)));
}

/** By how many words of its list come before it. */
function readKnown(): ReadonlyMap<string, number> {
  const names = ['commonWords-es-es', 'wikipedia-es-es', 'firstnames-es-es', 'lastnames-es-es'] as const;
  const lists = [common['passwords-common'], ...names.map((name) => spanish[name])] as (string | number)[][];
  const ranks = new Map(CONTEXT_WORDS.map((word): [string, number] => [word, OF_CONTEXT_WORD]));
  for (const list of lists) {
    for (const [rank, listed] of list.entries()) {
      const word = folded(String(listed));
      ranks.set(word, Math.min(ranks.get(word) ?? Number.POSITIVE_INFINITY, Math.log10(rank + 2)));
    }
  }
  return ranks;
}
