import * as z from 'zod/mini';
import { ILLEGAL_TRANSITION, profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { CANCELLATION_REASONS, COMMENT_LIMITS } from '#api/cancellation-reasons.ts';
import { endpoint } from '#api/endpoint.ts';
import { oneOf, optional } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';

export const cancelApplication = endpoint({
  name: 'cancel-application',
  method: 'POST',
  path: '/api/v1/application/cancel',
  summary:
    'Gives up an application before there is an offer, wherever it waits, or a signed loan while it waits for another account.',
  access: 'full',
  body: z.strictObject({
    reason: oneOf(CANCELLATION_REASONS),
    comment: optional(freeText(1, COMMENT_LIMITS.cancellation)),
  }),
  response: profileStateBody,
  refusals: [ILLEGAL_TRANSITION],
  examples: [{ title: 'changed my mind', body: { reason: 'TOO_EXPENSIVE' }, response: STATE_EXAMPLE }],
});
