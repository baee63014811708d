import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es';

/**
 * What somebody who guesses at this lender tries first (ASVS 6.1.2): its name, what it sells, where its clients live and
 * what they cheer for. A password that is one of these, or one of these and one more word, is refused.
 */
export const CONTEXT_WORDS = [
  ...['manay', 'prestamo', 'prestamos', 'credito', 'creditos', 'dinero', 'plata', 'soles', 'cuota', 'cuotas', 'banco'],
  ...['loan', 'loans', 'credit', 'money', 'bank', 'clave', 'contrasena', 'password', 'passw', 'admin', 'usuario'],
  ...['yape', 'plin', 'cliente', 'micuenta', 'cuenta'],
  ...['peru', 'lima', 'cusco', 'arequipa', 'trujillo', 'chiclayo', 'piura', 'callao', 'huancayo', 'iquitos', 'tacna'],
  ...['alianza', 'universitario', 'cristal', 'cienciano', 'melgar', 'blanquirroja', 'arriba', 'vamos', 'machupicchu'],
] as const;

/** Shorter words say nothing about a password: two letters may be chance. */
const SHORTEST_WORD = 4;
/** A word that is a smaller part of a password than this decorates it, not the other way round. */
const SMALLEST_SHARE = 0.4;
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

let known: ReadonlySet<string> | undefined;

/**
 * Whether a password is among the first that are tried: one of the 49,000 most common ones of breaches, or one word or
 * name in Spanish, however it is decorated. `Contraseña123`, `p@ssw0rd2024`, `Manay!Peru` and `qwertyuiop12` are one word
 * each to who guesses.
 */
export function isWeakPassword(password: string): boolean {
  const plain = folded(password);
  const length = [...password].length;
  return isPattern(plain) || bare(plain).some((word) => isBigPart(word, length) && isGuessed(word));
}

/** Without case, accents and spellings that look the same. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** What may be the word in it: as it is, without figures and signs around it, with letters for figures, joined. */
function bare(plain: string): readonly string[] {
  const read = withLetters(plain);
  const trimmed = plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const readTrimmed = withLetters(trimmed);
  const all = [plain, trimmed, readTrimmed, read.replace(/[^a-z]+/g, ''), plain.replace(/[^a-z]+/g, '')];
  return [...new Set(all.flatMap((word) => [word, unrepeated(word)]))];
}

/** `clave` of `cl4v3`. */
function withLetters(text: string): string {
  return [...text].map((sign) => LOOKALIKES.get(sign) ?? sign).join('');
}

/** `clave` of `claveclave`. */
function unrepeated(text: string): string {
  return /^(.{2,}?)\1+$/.exec(text)?.[1] ?? text;
}

function isBigPart(word: string, length: number): boolean {
  return word.length >= SHORTEST_WORD && word.length >= length * SMALLEST_SHARE;
}

function isGuessed(word: string): boolean {
  known ??= readKnown();
  if (known.has(word)) return true;
  return CONTEXT_WORDS.some((own) => {
    if (!word.includes(own)) return false;
    const rest = word.replace(own, '');
    return rest.length < SHORTEST_WORD || known?.has(rest) || CONTEXT_WORDS.some((other) => other === rest);
  });
}

/** One sign, a few signs again and again, or a walk along a row, in either direction, with nothing else of length. */
function isPattern(plain: string): boolean {
  if (/^(.{1,4}?)\1{2,}.{0,2}$/s.test(plain)) return true;
  const walked = plain.replace(/[^a-z0-9]+/g, '');
  const parts = walked.match(/\d+|[a-z]+/g) ?? [];
  return parts.length > 0 && parts.every((part) => part.length > 1 && ROWS.some((row) => row.includes(part)));
}

function readKnown(): ReadonlySet<string> {
  const lists = [common['passwords-common'], ...Object.values(spanish)] as readonly (readonly (string | number)[])[];
  return new Set([...CONTEXT_WORDS, ...lists.flatMap((list) => list.map((word) => folded(String(word))))]);
}
