import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { paymentPromise } from '#api/payment-promise.ts';

const range = z.strictObject({
  min: means('The least that can be promised, soles: a sixth of what is overdue.', soles()),
  max: means('All that is overdue, soles.', soles()),
  from: means('The first day that can be promised: today.', date()),
  until: means('The last day that can be promised.', date()),
});
export type PromiseRangeBody = z.infer<typeof range>;

export const getPaymentPromise = endpoint({
  name: 'get-payment-promise',
  method: 'GET',
  path: '/api/v1/loan/promise',
  summary: 'The open promise to pay of a late loan, or the bounds of one that may be made today.',
  access: 'basic',
  response: z.strictObject({
    promise: means('The open promise; null when there is none.', z.nullable(paymentPromise)),
    range: means(
      'The bounds of a promise that may be made today; null while one is open, when it takes a person, and when the loan is not late.',
      z.nullable(range),
    ),
    needsPerson: means(
      'Two promises of the last 60 days were not kept: the next one is made with a person, by telephone or in writing.',
      z.boolean(),
    ),
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
