import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { cleaned } from '#api/field-rules/cleaned.ts';

/** Crockford's alphabet: no I, L, O or U, so that a key survives being read aloud over a telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 20;

/** 100 random bits in five groups: `7KQ2-M9XA-0B3D-WZ5T-HN8C`. */
export function newTrackingKey(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

/** Reads a key as typed or read aloud: lower case, without dashes, O for 0, I or L for 1. */
function canonical(key: string): string {
  return cleaned(key)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .slice(0, 2 * LENGTH);
}

/** Tells whether it has as many letters and digits as a key. It does not say which complaint it opens, if any. */
export function isKeyLike(typed: string): boolean {
  return canonical(typed).length === LENGTH;
}

/** Compares in constant time, whatever was typed; a complaint that does not exist is compared like one that does. */
export function isTrackingKey(expected: string | undefined, given: string): boolean {
  const digest = (key: string) => createHash('sha256').update(canonical(key)).digest();
  const same = timingSafeEqual(digest(expected ?? 'no such complaint'), digest(given));
  return same && expected !== undefined;
}
