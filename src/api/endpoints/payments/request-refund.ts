import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, soles } from '#api/fields.ts';
import { loanParams } from '#api/payment.ts';

const refund = z.strictObject({
  id: z.guid(),
  amount: soles(),
  /** The last digits of the account of the payout. */
  account: z.string(),
  /** The last day on which the money arrives. */
  arrivesBy: date(),
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
  refusals: [
    { status: 409, code: 'nothing_to_refund' },
    { status: 409, code: 'bank_account_missing' },
    { status: 422, code: 'idempotency_mismatch' },
  ],
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
