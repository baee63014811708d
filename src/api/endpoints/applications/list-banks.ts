import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';

export const listBanks = endpoint({
  name: 'list-banks',
  method: 'GET',
  path: '/api/v1/application/banks',
  summary: 'The banks whose accounts can receive a loan.',
  access: 'basic',
  response: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      code: z.string(),
      /** Digits of its account numbers; empty when any will do. */
      accountLengths: z.array(z.int()),
      cciPrefix: z.string(),
    }),
  ),
  examples: [
    {
      title: 'the first of them',
      response: [{ id: 'bcp', name: 'BCP', code: '002', accountLengths: [13, 14], cciPrefix: '002' }],
    },
  ],
});
