import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { loanNumber, paymentBody } from '#api/payment.ts';

const payments = z.strictObject({
  payments: z.array(paymentBody),
  /** For the next page; null on the last. */
  nextCursor: z.nullable(z.guid()),
});

export const listPayments = endpoint({
  name: 'list-payments',
  method: 'GET',
  path: '/api/v1/payments',
  summary: 'The payments a client has started, newest first, of one loan or of all, twenty at a time.',
  access: 'full',
  query: z.strictObject({ loan: z.optional(loanNumber()), cursor: z.optional(z.guid()) }),
  response: payments,
  examples: [
    {
      title: 'no payment yet',
      query: { loan: 'P-2026-0001234' },
      response: { payments: [], nextCursor: null },
    },
  ],
});
