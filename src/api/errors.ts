import * as z from 'zod/mini';
import { REAUTH_METHODS, STEP_UP_PURPOSES } from './access.ts';
import { FIELD_CODES, type FieldCode } from './field-codes.ts';

export interface FieldError {
  readonly field: string;
  readonly code: FieldCode;
}

/** Part of 428 `reauth_required`: the missing proof. The same request succeeds after it. */
const reauth = z.strictObject({
  level: z.enum(['full', 'stepUp']),
  purpose: z.optional(z.enum(STEP_UP_PURPOSES)),
  methods: z.array(z.enum(REAUTH_METHODS)),
});
export type Reauth = z.infer<typeof reauth>;

/** Data a screen needs after a refusal. */
const details = z.strictObject({
  /** With `application_exists`: the screen to continue on. */
  nextScreen: z.optional(z.strictObject({ name: z.string(), query: z.optional(z.record(z.string(), z.string())) })),
  /** With `reapply_later`: `YYYY-MM-DD`. */
  canReapplyAt: z.optional(z.string()),
  /** With `illegal_transition`: the application's stage, and the events allowed there. */
  stage: z.optional(z.string()),
  allowedEvents: z.optional(z.array(z.string())),
  /** With `stale_version`: the current version. */
  version: z.optional(z.int()),
  /** With `parameter_missing` of the product settings: the day without prices, and the version of the figures. */
  businessDate: z.optional(z.string()),
  parameterVersion: z.optional(z.int()),
  /** And who answers for personal data: name and contact. */
  dataOfficer: z.optional(z.record(z.string(), z.string())),
});
export type ErrorDetails = z.infer<typeof details>;

/** The error body of the API. The request id is in `X-Request-Id` only (design §8). */
export const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    /** For logs and developers, never shown to a client. */
    message: z.string(),
    fieldErrors: z.optional(z.array(z.strictObject({ field: z.string(), code: z.enum(FIELD_CODES) }))),
    /** With `reauth_required` only. */
    reauth: z.optional(reauth),
    /** With `balance_changed` only: the current state of what was shown, which saves another request. */
    current: z.optional(z.unknown()),
    details: z.optional(details),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
