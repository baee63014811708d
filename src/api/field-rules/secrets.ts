import type { FieldRule } from './field-rule.ts';
import { lengthOf, PASSWORD_LENGTH } from './lengths.ts';

/** Six digits in one field; pasted spaces and other signs are removed (domain 2.1.3). Without `cleaned`, so that signing in stays small. */
export const oneTimeCode: FieldRule = {
  normalise: (typed) => typed.replace(/[^\p{L}\p{N}]/gu, ''),
  check: (value) => (/^\d{6}$/.test(value) ? undefined : 'invalid'),
};

/** 10 to 128 characters as typed, no composition rules (domain 2.1.3). Common ones are the server's to check. */
export const newPassword: FieldRule = {
  normalise: (typed) => typed,
  check: (value) => {
    if (lengthOf(value) < PASSWORD_LENGTH.min) return 'too_short';
    return lengthOf(value) > PASSWORD_LENGTH.max ? 'too_long' : undefined;
  },
};

/** Whether a password contains the client's document number, phone, name, or the first part of the e-mail address. */
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
