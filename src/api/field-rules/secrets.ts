import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';
import { lengthOf, PASSWORD_LENGTH } from './lengths.ts';

/** Six digits in one field; pasted spaces are removed (domain 2.1.3). */
export const oneTimeCode: FieldRule = {
  normalise: (typed) => cleaned(typed).replace(/[\s-]/g, ''),
  check: (value) => (/^\d{6}$/.test(value) ? undefined : 'invalid'),
};

/**
 * 10 to 128 characters of any kind, exactly as typed: no composition rules (domain 2.1.3). The server checks the list
 * of common passwords, which is too long for a browser.
 */
export const newPassword: FieldRule = {
  normalise: (typed) => typed,
  check: (value) => {
    if (lengthOf(value) < PASSWORD_LENGTH.min) return 'too_short';
    return lengthOf(value) > PASSWORD_LENGTH.max ? 'too_long' : undefined;
  },
};

/** Whether a password contains the client's document number or phone. */
export function revealsOwner(password: string, owner: readonly (string | undefined)[]): boolean {
  const digits = password.replace(/\D/g, '');
  return owner.some((value) => {
    const number = value?.replace(/^\+51/, '').replace(/\W/g, '').toLowerCase();
    return (
      number !== undefined && number.length >= 6 && (password.toLowerCase().includes(number) || digits.includes(number))
    );
  });
}
