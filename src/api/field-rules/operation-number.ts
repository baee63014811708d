import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';

/** What a spreadsheet makes of a long number (`1.23456E+5`, `#NUM!`, the sixteenth digit and those after it): lost. */
const SPOILT = /^\D*\d+(?:[.,]\d*E[+-]?|E[+-])\d+\D*$|^\D*\d{16,}[.,]0+\D*$|^#+\D*$/i;

/** Decimals that a spreadsheet adds; three zeros behind a point are thousands, unless more than three digits come before. */
const ZERO_DECIMALS = /(\d{4})[.,]0+\s*$|[.,]0{1,2}\s*$/;

/**
 * The number of an operation as it is compared, whoever writes it, however: ` 00.123-456`, `'00123456` and `123456.0` are
 * all `123456`. The database has the same rule, `operation_key`.
 * @returns undefined for none, and for what a spreadsheet has spoilt
 */
export function operationKey(written: string): string | undefined {
  if (SPOILT.test(written.trim())) return undefined;
  const plain = written.replace(ZERO_DECIMALS, '$1').replace(/[^0-9A-Za-z]/g, '');
  return plain.toUpperCase().replace(/^0+(?=.)/, '') || undefined;
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
          .replace(/[\s.,'-]/g, '')
          .toUpperCase()
      : text;
  },
  check: (value) => (/^[A-Z0-9]{4,20}$/.test(value) ? undefined : 'invalid'),
};
