/** The sign-in fields. Separate from the person's forms, to keep the sign-in page small. */
import { required } from './field-rules/field-rule.ts';
import { EMAIL_MAX, PASSWORD_LENGTH } from './field-rules/lengths.ts';

/** A document number, an e-mail or a phone, as typed: the server cleans it and finds out which one it is. */
export const identifier = () =>
  required({
    normalise: (typed) => typed.trim(),
    check: (value) => (value.length > EMAIL_MAX ? 'too_long' : undefined),
  });

/** An existing password: its rules are not checked, only whether it is correct. */
export const existingPassword = () =>
  required({
    normalise: (typed) => typed,
    check: (value) => (value.length > 4 * PASSWORD_LENGTH.max ? 'too_long' : undefined),
  });
