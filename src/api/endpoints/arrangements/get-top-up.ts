import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { readPaper } from '#api/paper-words.ts';
import { TOP_UP_TO_SIGN_EXAMPLE, topUpBody } from '#api/top-up-body.ts';

export const getTopUp = endpoint({
  name: 'get-top-up',
  method: 'GET',
  path: '/api/v1/loan/top-up',
  summary: 'The top-up that waits for the client’s signature, or is with the bank, with what it costs.',
  access: 'full',
  response: z.strictObject({
    topUp: z.nullable(topUpBody),
    /** The addendum that waits for the signature; empty without one. */
    documents: z.array(readPaper),
    /** The words that are accepted with it, in the language of Accept-Language. */
    acceptance: z.nullable(z.string()),
  }),
  examples: [
    { title: 'waits for the signature', response: TOP_UP_TO_SIGN_EXAMPLE },
    { title: 'none on its way', response: { topUp: null, documents: [], acceptance: null } },
  ],
});
