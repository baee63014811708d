import type { FieldCode } from '../errors.ts';
import { digitsOf, type FieldRule } from './field-rule.ts';

/** The documents a client is known by; others may follow (domain 2.7). */
export const DOCUMENT_TYPES = ['DNI', 'CE'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

// All digits equal is what people type to get past a form.
const DNI = /^(?!(\d)\1{7})\d{8}$/;
const CE = /^[A-Z0-9]{9,12}$/;

/** `45.678.912`, `4567 8912` and `45678912-4` are the number 45678912; the character after the dash is not part of it. */
export const dniNumber: FieldRule = {
  normalise: (typed) =>
    typed
      .replace(/[\s.]/g, '')
      .toUpperCase()
      .replace(/^(\d{8})-?[0-9A-K]$/, '$1'),
  check: (value) => (DNI.test(value) ? undefined : 'invalid'),
};

export const ceNumber: FieldRule = {
  normalise: (typed) => typed.replace(/[\s.-]/g, '').toUpperCase(),
  check: (value) => (CE.test(value) ? undefined : 'invalid'),
};

/** The rule of a document's number by its type. */
export function documentNumberRule(type: DocumentType): FieldRule {
  return type === 'DNI' ? dniNumber : ceNumber;
}

const DNI_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];
const DNI_DIGITS = '67890112345';
const DNI_LETTERS = 'KABCDEFGHIJ';

/** The check characters printed after the dash of a DNI, old letter and new digit: 45678912 → 4 and I (domain 2.7). */
export function dniCheckCharacters(number: string): { readonly digit: string; readonly letter: string } {
  const sum = digitsOf(number).reduce((total, digit, place) => total + digit * (DNI_WEIGHTS[place] ?? 0), 0);
  const index = (11 - (sum % 11)) % 11;
  return { digit: DNI_DIGITS.charAt(index), letter: DNI_LETTERS.charAt(index) };
}

/**
 * Whether the character somebody typed after the number belongs to it. A doubt, never a refusal: the scheme was matched
 * against few real documents (domain 2.7). Without a character there is nothing to doubt.
 */
export function dniDoubt(typed: string): Extract<FieldCode, 'checksum'> | undefined {
  const [, number, character] = /^(\d{8})-?([0-9A-K])$/.exec(typed.replace(/[\s.]/g, '').toUpperCase()) ?? [];
  if (!number || !character) return undefined;
  const { digit, letter } = dniCheckCharacters(number);
  return character === digit || character === letter ? undefined : 'checksum';
}

const RUC_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** The last digit of a RUC from its first ten: 2013131295 → 5. */
export function rucCheckDigit(firstTen: string): number {
  const sum = digitsOf(firstTen).reduce((total, digit, place) => total + digit * (RUC_WEIGHTS[place] ?? 0), 0);
  return (11 - (sum % 11)) % 10;
}

/** A taxpayer's number: an employer's, or a business of one's own. */
export const rucNumber: FieldRule = {
  normalise: (typed) => typed.replace(/\D/g, ''),
  check: (value) => {
    if (!/^(?:10|15|16|17|20)\d{9}$/.test(value)) return 'invalid';
    return rucCheckDigit(value.slice(0, 10)) === Number(value.at(-1)) ? undefined : 'checksum';
  },
};
