import { cleaned } from './cleaned.ts';
import { digitsOf, type FieldRule } from './field-rule.ts';

const RUC_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Computes the last digit of a RUC from its first ten: 2013131295 → 5. */
export function rucCheckDigit(firstTen: string): number {
  const sum = digitsOf(firstTen).reduce((total, digit, place) => total + digit * (RUC_WEIGHTS[place] ?? 0), 0);
  return (11 - (sum % 11)) % 10;
}

/** A taxpayer's number: an employer's, or a business of one's own. */
export const rucNumber: FieldRule = {
  normalise: (typed) => cleaned(typed).replace(/\D/g, ''),
  check: (value) => {
    if (!/^(?:10|15|16|17|20)\d{9}$/.test(value)) return 'invalid';
    return rucCheckDigit(value.slice(0, 10)) === Number(value.at(-1)) ? undefined : 'checksum';
  },
};
