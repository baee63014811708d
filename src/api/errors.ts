import * as z from 'zod/mini';

/** Field codes every form and every route speaks (domain 2.0). */
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
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

export interface FieldError {
  readonly field: string;
  readonly code: FieldCode;
}

/** The one error body of the API. The request id travels in `X-Request-Id` only (design §8). */
export const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    /** For logs and developers, never shown to a client. */
    message: z.string(),
    fieldErrors: z.optional(z.array(z.strictObject({ field: z.string(), code: z.enum(FIELD_CODES) }))),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
