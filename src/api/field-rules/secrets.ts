import type { FieldRule } from './field-rule.ts';
import { lengthOf, PASSWORD_LENGTH } from './lengths.ts';

/**
 * A code of six digits in one field (domain 2.1.3). Pasted spaces, dashes and invisible signs are removed and
 * full-width digits are read, because messages and keyboards write a code as `123 456`, `123-456` or `１２３４５６`. Letters
 * stay, so that what is not a code is refused. Without `cleaned`, so that signing in stays small.
 */
export const oneTimeCode: FieldRule = {
  normalise: (typed) =>
    typed.replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10)).replace(/[^\p{L}\p{N}]/gu, ''),
  check: (value) => (/^\d{6}$/.test(value) ? undefined : 'invalid'),
};

/**
 * A new password: 10 to 128 characters of any kind, exactly as typed, without composition rules (domain 2.1.3). The
 * server checks the list of common passwords, because it is too long for a browser.
 */
export const newPassword: FieldRule = {
  normalise: (typed) => typed,
  check: (value) => {
    if (lengthOf(value) < PASSWORD_LENGTH.min) return 'too_short';
    return lengthOf(value) > PASSWORD_LENGTH.max ? 'too_long' : undefined;
  },
};

/**
 * Tells whether a password contains the client's document number, phone, name, or the first part of the e-mail address.
 */
export function revealsOwner(password: string, owner: readonly (string | undefined)[]): boolean {
  const [digits, plain] = [password.replace(/\D/g, ''), lettersAndFigures(password)];
  return owner.some((value) => {
    const own = lettersAndFigures(value?.replace(/^\+51|@.*$/g, '') ?? '');
    return own.length >= 6 && (plain.includes(own) || digits.includes(own));
  });
}

function lettersAndFigures(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
