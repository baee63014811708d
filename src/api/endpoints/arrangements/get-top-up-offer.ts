import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { TOP_UP_EXAMPLE, topUpOfferBody } from '#api/top-up-body.ts';

export const getTopUpOffer = endpoint({
  name: 'get-top-up-offer',
  method: 'GET',
  path: '/api/v1/loan/top-up/offer',
  summary: 'What borrowing more on the active loan would cost. It commits nobody.',
  access: 'basic',
  query: z.strictObject({
    amount: means(
      'What would be borrowed more, soles, in whole steps.',
      z.string().check(z.regex(/^\d{1,6}(?:\.\d{1,2})?$/)),
    ),
  }),
  response: topUpOfferBody,
  refusals: ['not_available', 'parameter_missing', 'rate_cap_changed'],
  examples: [{ title: 'S/ 200 more', query: { amount: '200' }, response: TOP_UP_EXAMPLE.offer }],
});
