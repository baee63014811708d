import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';

/**
 * A long number that a spreadsheet has spoilt (`1.23456E+5`, `#NUM!`, the sixteenth digit and those after it): it is
 * lost.
 */
const SPOILT = /^\D*\d+(?:[.,]\d*E[+-]?|E[+-])\d+\D*$|^\D*\d{16,}[.,]0+\D*$|^#+\D*$/i;

/**
 * Decimals that a spreadsheet adds; three zeros behind a point are thousands, unless more than three digits come
 * before.
 */
const ZERO_DECIMALS = /(\d{4})[.,]0+\s*$|[.,]0{1,2}\s*$/;

/**
 * Words in front that only say that a number follows, without their accents and signs: `N° 123456`, `Op. 123456` and `Nro. de
 * operación 123456` are `123456`. Other letters belong to the number: `A123456` is another one.
 */
const LABEL = /^(?:N|NO|NR|NRO|NUM|NUMERO|NMERO|DE|OP|OPE|OPER|OPERACION|OPERACIN|REF)+(?=[0-9])/;

/** Zeros alone from the sixteenth digit on, as a spreadsheet leaves them: it keeps fifteen digits of a number. */
const ROUNDED = /^\d{15}0+$/;

/**
 * Normalises the number of an operation for comparing, however it is written: ` 00.123-456`, `'00123456`, `N° 123456` and
 * `123456.0` are all `123456`. The database has the same rule, `operation_key`.
 * @returns undefined for an empty number, and for one that a spreadsheet has visibly spoilt
 */
export function operationKey(written: string): string | undefined {
  if (SPOILT.test(written.trim())) return undefined;
  const plain = written.replace(ZERO_DECIMALS, '$1').replace(/[^0-9A-Za-z]/g, '');
  return (
    plain
      .toUpperCase()
      .replace(LABEL, '')
      .replace(/^0+(?=.)/, '') || undefined
  );
}

/**
 * Normalises a number that may have been through a spreadsheet, as those of files with separators: `12345678901234500` may
 * have been `12345678901234567`, and nobody can tell.
 */
export function unroundedKey(written: string): string | undefined {
  const key = operationKey(written);
  return key === undefined || ROUNDED.test(key) ? undefined : key;
}

export function isSameOperation(one: string, other: string): boolean {
  const key = operationKey(one);
  return one === other || (key !== undefined && key === operationKey(other));
}

/** The operation number on a transfer's voucher: 4 to 20 letters and digits. */
export const operationNumber: FieldRule = {
  normalise: (typed) => {
    const text = cleaned(typed);
    return operationKey(text)
      ? text
          .replace(ZERO_DECIMALS, '$1')
          .replace(/[\s.,'°º#:/-]/g, '')
          .toUpperCase()
      : text;
  },
  check: (value) => (/^[A-Z0-9]{4,20}$/.test(value) ? undefined : 'invalid'),
};
