import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const listBanks = endpoint({
  name: 'list-banks',
  method: 'GET',
  path: '/api/v1/application/banks',
  summary: 'The banks whose accounts can receive a loan.',
  access: 'basic',
  response: z.array(
    z.strictObject({
      id: means('Names the bank.', z.string()),
      name: means('As people know it.', z.string()),
      code: means('Three digits.', z.string()),
      accountLengths: means('Digits its account numbers may have; empty when any will do.', z.array(z.int())),
      cciPrefix: means('The first digits of every CCI of the bank.', z.string()),
    }),
  ),
  examples: [
    {
      title: 'the first of them',
      response: [{ id: 'bcp', name: 'BCP', code: '002', accountLengths: [13, 14], cciPrefix: '002' }],
    },
  ],
});
