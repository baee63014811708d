import * as z from 'zod/mini';
import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { CANCELLATION_REASONS, COMMENT_LIMITS } from '#api/cancellation-reasons.ts';
import { endpoint } from '#api/endpoint.ts';
import { oneOf, optional } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { means } from '#api/means.ts';

export const declineOffer = endpoint({
  name: 'decline-offer',
  method: 'POST',
  path: '/api/v1/application/offer/decline',
  summary: 'Declines the offer, or the agreement it became. The application is over.',
  access: 'full',
  body: z.strictObject({
    reason: means('Why, from a short list.', oneOf(CANCELLATION_REASONS)),
    comment: means('In the client’s own words.', optional(freeText(1, COMMENT_LIMITS.cancellation))),
  }),
  response: profileStateBody,
  refusals: ['illegal_transition'],
  examples: [{ title: 'too expensive', body: { reason: 'TOO_EXPENSIVE' }, response: STATE_EXAMPLE }],
});
