import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { TOP_UP_EXAMPLE, topUpBody } from '#api/top-up-body.ts';

export const getTopUp = endpoint({
  name: 'get-top-up',
  method: 'GET',
  path: '/api/v1/loan/top-up',
  summary: 'The top-up that waits for the client’s signature, or is with the bank, with what it costs.',
  access: 'full',
  response: z.strictObject({ topUp: z.nullable(topUpBody) }),
  examples: [
    { title: 'waits for the signature', response: { topUp: TOP_UP_EXAMPLE } },
    { title: 'none on its way', response: { topUp: null } },
  ],
});
