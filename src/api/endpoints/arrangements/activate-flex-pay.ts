import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { FLEX_LOAN_EXAMPLE, loanBody } from '#api/loan-body.ts';
import { means } from '#api/means.ts';

export const activateFlexPay = endpoint({
  name: 'activate-flex-pay',
  method: 'POST',
  path: '/api/v1/loan/flex-pay/activate',
  summary:
    'Puts the loan on flex pay: nothing more is added while the monthly minimum comes in. With the offerId of other terms it is refused, and the new ones sent.',
  access: { stepUp: 'activate-flex' },
  body: z.strictObject({
    acceptTerms: means('Has to be ticked.', z.literal(true)),
    offerId: means('Names the offer that counts.', z.optional(z.string().check(z.maxLength(60)))),
  }),
  response: z.strictObject({
    flexId: means('Names the flex pay.', z.string()),
    loan: means('The loan as it stands now, on flex pay.', loanBody),
  }),
  refusals: ['not_eligible', 'balance_changed', 'idempotency_mismatch'],
  examples: [
    {
      title: 'activated',
      body: { acceptTerms: true, offerId: 'Jr5s0nXq8uG3bTz1mK7wYA' },
      response: { flexId: '019cacb0-0800-7000-8000-000000000003', loan: FLEX_LOAN_EXAMPLE },
    },
  ],
});
