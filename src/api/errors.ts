import * as z from 'zod/mini';
import { REAUTH_METHODS, STEP_UP_PURPOSES } from './access.ts';
import { FIELD_CODES, type FieldCode } from './field-codes.ts';
import { anyNames } from './fields.ts';
import { means } from './means.ts';

export interface FieldError {
  readonly field: string;
  readonly code: FieldCode;
}

/** Part of 428 `reauth_required`: the missing proof. The same request succeeds after it. */
const reauth = z.strictObject({
  level: means('full: sign in again. stepUp: prove yourself for the purpose.', z.enum(['full', 'stepUp'])),
  purpose: means('What the proof is for.', z.optional(z.enum(STEP_UP_PURPOSES))),
  methods: means('How it can be given.', z.array(z.enum(REAUTH_METHODS))),
});
export type Reauth = z.infer<typeof reauth>;

/** Data a screen needs after a refusal. */
const details = z.strictObject({
  nextScreen: means(
    'With application_exists: the screen to go on with.',
    z.optional(
      z.strictObject({
        name: means('Name of the screen.', z.string()),
        query: means('What goes into its address.', z.optional(anyNames(z.string()))),
      }),
    ),
  ),
  canReapplyAt: means(
    'With reapply_later: from this day on the client may apply again, YYYY-MM-DD.',
    z.optional(z.string()),
  ),
  stage: means('With illegal_transition: where the application stands.', z.optional(z.string())),
  allowedEvents: means(
    'With illegal_transition: what the client can do at the stage.',
    z.optional(z.array(z.string())),
  ),
  version: means('With stale_version: the version that counts.', z.optional(z.int())),
  businessDate: means(
    'With parameter_missing of the product settings: the day on which nothing is sold.',
    z.optional(z.string()),
  ),
  parameterVersion: means('Version of the figures that do not suffice.', z.optional(z.int())),
  dataOfficer: means('Who answers for personal data: name and contact.', z.optional(anyNames(z.string()))),
});
export type ErrorDetails = z.infer<typeof details>;

/** The error body of the API. The request id is in `X-Request-Id` only (design §8). */
export const errorBody = z.strictObject({
  error: means(
    'The one shape of every error.',
    z.strictObject({
      code: means('Reason, snake_case; made for programs.', z.string()),
      message: means('For developers and logs; never shown to a client.', z.string()),
      fieldErrors: means(
        'Every field that is wrong. “body” stands for the body as a whole.',
        z.optional(
          z.array(
            z.strictObject({
              field: means('Name of the field; of nested ones with dots.', z.string()),
              code: means('What is wrong with it.', z.enum(FIELD_CODES)),
            }),
          ),
        ),
      ),
      reauth: means('With reauth_required: which proof would let the same call through.', z.optional(reauth)),
      current: means('With balance_changed: what was shown, as it is now.', z.optional(z.unknown())),
      details: means('What a screen needs to go on after some refusals.', z.optional(details)),
    }),
  ),
});
export type ErrorBody = z.infer<typeof errorBody>;
