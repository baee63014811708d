import * as z from 'zod/mini';
import { ILLEGAL_TRANSITION, profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';

export const acceptOffer = endpoint({
  name: 'accept-offer',
  method: 'POST',
  path: '/api/v1/application/offer/accept',
  summary: 'Accepts the offer; its papers are made, and nothing is owed before they are signed.',
  access: 'full',
  body: z.strictObject({ offerId: z.guid() }),
  response: profileStateBody,
  refusals: [
    ILLEGAL_TRANSITION,
    { status: 409, code: 'rate_cap_changed' },
    { status: 409, code: 'parameter_missing' },
    { status: 409, code: 'offer_replaced' },
    { status: 410, code: 'offer_expired' },
    { status: 422, code: 'idempotency_mismatch' },
  ],
  examples: [
    {
      title: 'as it was offered',
      body: { offerId: '019bc1b5-3f00-7000-8000-000000000040' },
      response: STATE_EXAMPLE,
    },
  ],
});
