import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { readPaper } from '#api/paper-words.ts';
import { TOP_UP_TO_SIGN_EXAMPLE, topUpBody } from '#api/top-up-body.ts';

export const getTopUp = endpoint({
  name: 'get-top-up',
  method: 'GET',
  path: '/api/v1/loan/top-up',
  summary: 'The top-up that waits for the client’s signature, or is with the bank, with what it costs.',
  access: 'full',
  response: z.strictObject({
    topUp: means('The top-up on its way; null when there is none.', z.nullable(topUpBody)),
    documents: means('The addendum that waits for the signature; empty when none does.', z.array(readPaper)),
    acceptance: means(
      'The words that are accepted with it, in the language of Accept-Language.',
      z.nullable(z.string()),
    ),
  }),
  examples: [
    { title: 'waits for the signature', response: TOP_UP_TO_SIGN_EXAMPLE },
    { title: 'none on its way', response: { topUp: null, documents: [], acceptance: null } },
  ],
});
