import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { TOP_UP_EXAMPLE, topUpBody } from '#api/top-up-body.ts';

export const requestTopUp = endpoint({
  name: 'request-top-up',
  method: 'POST',
  path: '/api/v1/loan/top-up/request',
  summary: 'Asks for more on the active loan. It waits 24 hours for the signature; another amount replaces it.',
  access: 'full',
  body: z.strictObject({
    principal: means('What is asked for, soles, in whole steps up to principalAvailable.', soles()),
  }),
  successStatus: 201,
  response: z.strictObject({
    topUp: means('The top-up on its way; null when there is none.', topUpBody),
    nextScreen: means(
      'Where to go now.',
      z.strictObject({ name: means('Name of the screen.', z.literal('application-offer-topup')) }),
    ),
  }),
  refusals: ['not_available', 'parameter_missing', 'rate_cap_changed', 'idempotency_mismatch'],
  examples: [
    {
      title: 'S/ 200 more',
      body: { principal: 200 },
      response: { topUp: TOP_UP_EXAMPLE, nextScreen: { name: 'application-offer-topup' } },
    },
  ],
});
