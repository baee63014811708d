import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { paymentPromise } from '#api/payment-promise.ts';

export const makePaymentPromise = endpoint({
  name: 'make-payment-promise',
  method: 'POST',
  path: '/api/v1/loan/promise',
  summary:
    'Says how much of a late loan will be paid, and until when. Reminders rest until then; what is owed stays as it is.',
  access: 'full',
  body: paymentPromise,
  successStatus: 201,
  response: z.strictObject({ promise: means('The promise as it was made.', paymentPromise) }),
  refusals: ['loan_not_late', 'promise_open', 'promises_broken'],
  examples: [
    {
      title: 'S/ 150 on the next payday',
      body: { amount: 150, date: '2026-02-28' },
      response: { promise: { amount: 150, date: '2026-02-28' } },
    },
  ],
});
