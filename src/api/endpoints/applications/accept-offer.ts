import * as z from 'zod/mini';
import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const acceptOffer = endpoint({
  name: 'accept-offer',
  method: 'POST',
  path: '/api/v1/application/offer/accept',
  summary: 'Accepts the offer; its papers are made, and nothing is owed before they are signed.',
  access: 'full',
  body: z.strictObject({ offerId: means('Names the offer that counts.', z.guid()) }),
  response: profileStateBody,
  refusals: [
    'illegal_transition',
    'rate_cap_changed',
    'parameter_missing',
    'offer_replaced',
    'offer_expired',
    'idempotency_mismatch',
  ],
  examples: [
    {
      title: 'as it was offered',
      body: { offerId: '019bc1b5-3f00-7000-8000-000000000040' },
      response: STATE_EXAMPLE,
    },
  ],
});
