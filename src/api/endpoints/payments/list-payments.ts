import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { loanNumber, paymentBody } from '#api/payment.ts';

const payments = z.strictObject({
  payments: means('Newest first.', z.array(paymentBody)),
  nextCursor: means('For the next page; null at the end.', z.nullable(z.guid())),
});

export const listPayments = endpoint({
  name: 'list-payments',
  method: 'GET',
  path: '/api/v1/payments',
  summary: 'The payments a client has started, newest first, of one loan or of all, twenty at a time.',
  access: 'full',
  query: z.strictObject({
    loan: means('Only payments of this loan.', z.optional(loanNumber())),
    cursor: means('The nextCursor of the page before.', z.optional(z.guid())),
  }),
  response: payments,
  examples: [
    {
      title: 'no payment yet',
      query: { loan: 'P-2026-0001234' },
      response: { payments: [], nextCursor: null },
    },
  ],
});
