import * as z from 'zod/mini';
import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { CANCELLATION_REASONS, COMMENT_LIMITS } from '#api/cancellation-reasons.ts';
import { endpoint } from '#api/endpoint.ts';
import { oneOf, optional } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { means } from '#api/means.ts';

export const cancelApplication = endpoint({
  name: 'cancel-application',
  method: 'POST',
  path: '/api/v1/application/cancel',
  summary:
    'Gives up an application before there is an offer, wherever it waits, or a signed loan while it waits for another account.',
  access: 'full',
  body: z.strictObject({
    reason: means('Why, from a short list.', oneOf(CANCELLATION_REASONS)),
    comment: means('In the client’s own words.', optional(freeText(1, COMMENT_LIMITS.cancellation))),
  }),
  response: profileStateBody,
  refusals: ['illegal_transition'],
  examples: [{ title: 'changed my mind', body: { reason: 'TOO_EXPENSIVE' }, response: STATE_EXAMPLE }],
});
