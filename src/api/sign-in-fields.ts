/** What somebody signs in with. Apart from the forms of a person, because the sign-in page must stay light. */
import { EMAIL_MAX } from './field-rules/email.ts';
import { required } from './field-rules/field-rule.ts';
import { PASSWORD_LENGTH } from './field-rules/secrets.ts';

/** A document number, an e-mail or a telephone, as typed: the server finds out which. */
export const identifier = () =>
  required({
    normalise: (typed) => typed.trim(),
    check: (value) => (value.length > EMAIL_MAX ? 'too_long' : undefined),
  });

/** A password that exists: whether it is right, not whether it would be allowed. */
export const existingPassword = () =>
  required({
    normalise: (typed) => typed,
    check: (value) => (value.length > 4 * PASSWORD_LENGTH.max ? 'too_long' : undefined),
  });
