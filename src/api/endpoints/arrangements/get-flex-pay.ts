import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm, LATE_TERMS_EXAMPLE } from '#api/explained-term.ts';
import { date, soles } from '#api/fields.ts';

const flexPayBody = z.strictObject({
  eligible: z.boolean(),
  reason: z.nullable(z.enum(['no_active_loan', 'loan_not_active', 'not_late_enough', 'already_on_flex'])),
  /** Identifies the terms it could be had at today; null when it cannot. */
  offerId: z.nullable(z.string()),
  status: z.nullable(z.enum(['ACTIVE', 'AT_RISK'])),
  balance: z.nullable(soles()),
  /** The terms of the remaining balance; before activation, of the balance. */
  terms: z.array(explainedTerm),
  paidSoFar: soles(),
  minPayment: soles(),
  minMonthly: z.nullable(soles()),
  nextMinimum: z.nullable(z.strictObject({ date: date(), amount: soles(), terms: z.array(explainedTerm) })),
  finalDate: z.nullable(date()),
  settlement: z.nullable(
    z.strictObject({ amount: soles(), discount: soles(), validUntil: date(), terms: z.array(explainedTerm) }),
  ),
});
export type FlexPayBody = z.infer<typeof flexPayBody>;

export const getFlexPay = endpoint({
  name: 'get-flex-pay',
  method: 'GET',
  path: '/api/v1/loan/flex-pay',
  summary: 'The flex pay that runs, or the one the client could have today.',
  access: 'full',
  response: flexPayBody,
  examples: [
    {
      title: 'a loan sixteen days late could have it',
      response: {
        eligible: true,
        reason: null,
        offerId: 'Jr5s0nXq8uG3bTz1mK7wYA',
        status: null,
        balance: 596.3,
        terms: LATE_TERMS_EXAMPLE,
        paidSoFar: 0,
        minPayment: 20,
        minMonthly: 99.39,
        nextMinimum: {
          date: '2026-04-01',
          amount: 99.39,
          terms: [{ name: 'minimums', amount: 99.39, basis: { kind: 'parts', of: 596.3, count: 1, parts: 6 } }],
        },
        finalDate: '2026-08-29',
        settlement: null,
      },
    },
    {
      title: 'a loan in order',
      response: {
        eligible: false,
        reason: 'loan_not_active',
        offerId: null,
        status: null,
        balance: null,
        terms: [],
        paidSoFar: 0,
        minPayment: 20,
        minMonthly: null,
        nextMinimum: null,
        finalDate: null,
        settlement: null,
      },
    },
  ],
});
