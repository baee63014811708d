import * as z from 'zod/mini';
import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { COMMENT_LIMITS } from '#api/cancellation-reasons.ts';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { means } from '#api/means.ts';

export const requestReview = endpoint({
  name: 'request-review',
  method: 'POST',
  path: '/api/v1/application/review-request',
  summary: 'Asks people to look again at an application that was not approved: once, within 30 days.',
  access: 'full',
  body: z.strictObject({ comment: means('In the client’s own words.', required(freeText(10, COMMENT_LIMITS.review))) }),
  response: profileStateBody,
  refusals: ['illegal_transition', 'review_not_possible'],
  examples: [
    {
      title: 'an income that was not counted',
      body: { comment: 'También cobro un alquiler de 600 soles al mes; puedo enviar el contrato.' },
      response: STATE_EXAMPLE,
    },
  ],
});
