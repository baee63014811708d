import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { loanParams } from '#api/payment.ts';

const refund = z.strictObject({
  id: means('Names the refund.', z.guid()),
  amount: means('The credit that is sent back, soles.', soles()),
  account: means('The end of the account it goes to.', z.string()),
  arrivesBy: means('The last day on which the money arrives: five business days.', date()),
});
export type RefundBody = z.infer<typeof refund>;

export const requestRefund = endpoint({
  name: 'request-refund',
  method: 'POST',
  path: '/api/v1/loan/{number}/refund',
  summary:
    'Sends the credit of a loan back to the bank account the loan was paid out to. Asked for twice, it is sent once.',
  access: 'full',
  params: loanParams,
  response: refund,
  successStatus: 201,
  refusals: ['nothing_to_refund', 'bank_account_missing', 'idempotency_mismatch'],
  examples: [
    {
      title: 'S/ 10.76 too much was transferred',
      params: { number: 'P-2026-0001234' },
      response: {
        id: '019bc215-3d00-7000-8000-000000000009',
        amount: 10.76,
        account: '•••• 7852',
        arrivesBy: '2026-02-16',
      },
    },
  ],
});
