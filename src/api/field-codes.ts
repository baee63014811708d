/** Error codes of fields, for every form and route (domain 2.0). */
export const FIELD_CODES = [
  'required',
  'invalid',
  'too_short',
  'too_long',
  'out_of_range',
  'step',
  'not_allowed',
  'unknown',
  'duplicate',
  'expired',
  'mismatch',
  'underage',
  'checksum',
  'future',
  'past',
  'too_large',
  'unsupported_type',
  'unreadable',
  'letter',
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];
