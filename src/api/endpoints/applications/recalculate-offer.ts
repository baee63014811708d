import * as z from 'zod/mini';
import { APPLICATION_OFFER_EXAMPLE, applicationOffer } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const recalculateOffer = endpoint({
  name: 'recalculate-offer',
  method: 'POST',
  path: '/api/v1/application/offer/recalculate',
  summary: 'Takes less, or for a shorter time, of what was approved. The answer is the offer that counts from now on.',
  access: 'full',
  body: z.strictObject({
    amount: means('Whole soles, inside the product’s bounds and on its step.', z.int()),
    term: means('One of the product’s termOptions: days for a single payment, months for instalments.', z.int()),
    productId: means('Number of the product.', z.int()),
  }),
  response: applicationOffer,
  refusals: ['illegal_transition', 'rate_cap_changed', 'parameter_missing', 'offer_expired'],
  examples: [
    {
      title: 'S/ 500 for 30 days (EX1)',
      body: { amount: 500, term: 30, productId: 1 },
      response: APPLICATION_OFFER_EXAMPLE,
    },
  ],
});
