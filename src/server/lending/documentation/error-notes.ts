import type { FieldCode } from '#api/errors.ts';

/** When an error code is answered, for the documentation; a test finds declared codes without a note. */
export const ERROR_NOTES: Readonly<Record<string, string>> = {
  validation_failed: 'Some fields are not valid; fieldErrors names each.',
  malformed_json: 'The body is empty or not JSON in UTF-8.',
  not_found: 'There is nothing at this address.',
  unauthorized: 'There is no session, or it is over, or one of its two halves is missing: log out.',
  impersonation_forbidden: 'Staff in the place of a client may not do this.',
  reauth_required: 'The session is good, but this needs a fresh proof; reauth says which. Then call again.',
  method_not_allowed: 'The address has other methods; the Allow header names them.',
  body_too_large: 'The body is larger than 64 KB.',
  unsupported_media_type: 'The body is not application/json in UTF-8, or it is compressed.',
  rate_limited: 'Too many requests from one address; Retry-After says when to come back, in seconds.',
  internal_error: 'Our fault. Tell us the X-Request-Id.',
  unavailable: 'The database is away for a moment; Retry-After says when to come back, in seconds.',
  parameter_missing: 'A dated figure (price, IGV, rate cap) is not loaded for today, so nothing is offered.',
  holiday_table_missing: 'The legal term cannot be counted: the holidays of a year are not loaded.',
  idempotency_mismatch: 'This Idempotency-Key was used with another body.',
  complaint_closed: 'The complaint is closed and takes nothing more.',
  complaint_state: 'The complaint is in a state that does not take this act.',
  rate_above_cap: 'A loaded rate is above the legal maximum of today, so nothing is offered.',
};

export const FIELD_CODE_NOTES: Readonly<Record<FieldCode, string>> = {
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
};
