import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { soles } from '#api/fields.ts';
import { TOP_UP_EXAMPLE, topUpBody } from '#api/top-up-body.ts';

export const requestTopUp = endpoint({
  name: 'request-top-up',
  method: 'POST',
  path: '/api/v1/loan/top-up/request',
  summary: 'Asks for more on the active loan. It waits 24 hours for the signature; another amount replaces it.',
  access: 'full',
  body: z.strictObject({ principal: soles() }),
  successStatus: 201,
  response: z.strictObject({
    topUp: topUpBody,
    nextScreen: z.strictObject({ name: z.literal('application-offer-topup') }),
  }),
  refusals: [
    { status: 409, code: 'not_available' },
    { status: 409, code: 'parameter_missing' },
    { status: 409, code: 'rate_cap_changed' },
    { status: 422, code: 'idempotency_mismatch' },
  ],
  examples: [
    {
      title: 'S/ 200 more',
      body: { principal: 200 },
      response: { topUp: TOP_UP_EXAMPLE, nextScreen: { name: 'application-offer-topup' } },
    },
  ],
});
