import * as z from 'zod/mini';
import { APPLICATION_OFFER_EXAMPLE, applicationOffer, ILLEGAL_TRANSITION } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';

export const recalculateOffer = endpoint({
  name: 'recalculate-offer',
  method: 'POST',
  path: '/api/v1/application/offer/recalculate',
  summary: 'Takes less, or for a shorter time, of what was approved. The answer is the offer that counts from now on.',
  access: 'full',
  body: z.strictObject({ amount: z.int(), term: z.int(), productId: z.int() }),
  response: applicationOffer,
  refusals: [
    ILLEGAL_TRANSITION,
    { status: 409, code: 'rate_cap_changed' },
    { status: 409, code: 'parameter_missing' },
    { status: 410, code: 'offer_expired' },
  ],
  examples: [
    {
      title: 'S/ 500 for 30 days (EX1)',
      body: { amount: 500, term: 30, productId: 1 },
      response: APPLICATION_OFFER_EXAMPLE,
    },
  ],
});
