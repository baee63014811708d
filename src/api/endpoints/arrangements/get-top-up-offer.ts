import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { TOP_UP_EXAMPLE, topUpOfferBody } from '#api/top-up-body.ts';

export const getTopUpOffer = endpoint({
  name: 'get-top-up-offer',
  method: 'GET',
  path: '/api/v1/loan/top-up/offer',
  summary: 'What borrowing more on the active loan would cost. It commits nobody.',
  access: 'basic',
  query: z.strictObject({ amount: z.string().check(z.regex(/^\d{1,6}(?:\.\d{1,2})?$/)) }),
  response: topUpOfferBody,
  refusals: [
    { status: 409, code: 'not_available' },
    { status: 409, code: 'parameter_missing' },
    { status: 409, code: 'rate_cap_changed' },
  ],
  examples: [{ title: 'S/ 200 more', query: { amount: '200' }, response: TOP_UP_EXAMPLE.offer }],
});
