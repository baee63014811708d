import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, soles } from '#api/fields.ts';
import { paymentPromise } from '#api/payment-promise.ts';

const range = z.strictObject({ min: soles(), max: soles(), from: date(), until: date() });
export type PromiseRangeBody = z.infer<typeof range>;

export const getPaymentPromise = endpoint({
  name: 'get-payment-promise',
  method: 'GET',
  path: '/api/v1/loan/promise',
  summary: 'The open promise to pay of a late loan, or the bounds of one that may be made today.',
  access: 'basic',
  response: z.strictObject({
    promise: z.nullable(paymentPromise),
    /** Null while a promise is open, when a person takes the next one, and when the loan is not late. */
    range: z.nullable(range),
    needsPerson: z.boolean(),
  }),
  examples: [
    {
      title: 'a single payment of S/ 500 ten days late',
      response: {
        promise: null,
        range: { min: 97.91, max: 609.7, from: '2026-02-24', until: '2026-03-11' },
        needsPerson: false,
      },
    },
    {
      title: 'a payment is promised',
      response: { promise: { amount: 150, date: '2026-02-28' }, range: null, needsPerson: false },
    },
  ],
});
