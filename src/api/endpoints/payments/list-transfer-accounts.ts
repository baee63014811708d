import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

/** The lender's accounts as anybody may read them: pages of the site print them. */
export const transferAccountsBody = z.array(
  z.strictObject({
    bank: means('The bank, as people know it.', z.string()),
    account: means('Account number, as the bank writes it.', z.string()),
    cci: means('The interbank account code, 20 digits.', z.string().check(z.regex(/^\d{20}$/))),
  }),
);

export const listTransferAccounts = endpoint({
  name: 'list-transfer-accounts',
  method: 'GET',
  path: '/api/v1/public/transfer-accounts',
  summary:
    'The accounts of the lender that transfers are received on, for the pages that name them; none where transfers are not offered.',
  response: transferAccountsBody,
  examples: [
    {
      title: 'one account',
      response: [{ bank: 'BCP', account: '191-0012345-6-78', cci: '00219100001234567852' }],
    },
  ],
});
