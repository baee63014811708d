import type { FieldCode } from '#api/field-codes.ts';

/** The errors that any call may answer beside its business refusals (api/refusals.ts), and when. */
export const GENERAL_ERRORS = {
  validation_failed: 'Some fields are not valid; fieldErrors names each.',
  malformed_json: 'The body is empty or not JSON in UTF-8.',
  unauthorized: 'There is no session, or it is over, or one of its two halves is missing: log out.',
  impersonation_forbidden: 'Staff in the place of a client may not do this.',
  body_too_large: 'The body is larger than 64 KB.',
  unsupported_media_type: 'The body is not application/json in UTF-8, or it is compressed.',
  rate_limited:
    'Too many requests from one address, or of one client at once; Retry-After says when to come back, in seconds.',
  internal_error: 'Our fault. Tell us the X-Request-Id.',
  unavailable:
    'The database is away or too busy for a moment. What was asked for may have been done: ask again with the same Idempotency-Key; Retry-After says when, in seconds.',
} as const;

/** Mistakes of a field, by the code of its error. */
export const FIELD_CODE_MEANINGS: Readonly<Record<FieldCode, string>> = {
  required: 'Missing.',
  invalid: 'Of the wrong type or form.',
  too_short: 'Shorter than allowed.',
  too_long: 'Longer than allowed.',
  out_of_range: 'Below the smallest or above the largest value.',
  step: 'Between two allowed values.',
  not_allowed: 'Not one of the allowed values, or not together with what else was sent.',
  unknown: 'There is no such field, product or thing.',
  duplicate: 'Already taken.',
  expired: 'No longer valid.',
  mismatch: 'Does not fit another field.',
  underage: 'The person is not of age.',
  checksum: 'The check digit is wrong.',
  future: 'Must not lie in the future.',
  past: 'Must not lie in the past.',
  too_large: 'Too many bytes.',
  unsupported_type: 'A format that is not accepted.',
  letter: 'A letter that papers cannot print, or that no mail server takes before the @.',
  unreadable: 'A picture that a person could not make out: cut off, too small, of one colour or blurred.',
};
