import * as z from 'zod/mini';
import { ILLEGAL_TRANSITION, profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { CANCELLATION_REASONS, COMMENT_LIMITS } from '#api/cancellation-reasons.ts';
import { endpoint } from '#api/endpoint.ts';
import { oneOf, optional } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';

export const declineOffer = endpoint({
  name: 'decline-offer',
  method: 'POST',
  path: '/api/v1/application/offer/decline',
  summary: 'Declines the offer, or the agreement it became. The application is over.',
  access: 'full',
  body: z.strictObject({
    reason: oneOf(CANCELLATION_REASONS),
    comment: optional(freeText(1, COMMENT_LIMITS.cancellation)),
  }),
  response: profileStateBody,
  refusals: [ILLEGAL_TRANSITION],
  examples: [{ title: 'too expensive', body: { reason: 'TOO_EXPENSIVE' }, response: STATE_EXAMPLE }],
});
