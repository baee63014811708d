import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { loanBody, PLAN_LOAN_EXAMPLE } from '#api/loan-body.ts';
import { means } from '#api/means.ts';
import { planRequest } from '#api/payment-plan-body.ts';

export const confirmPaymentPlan = endpoint({
  name: 'confirm-payment-plan',
  method: 'POST',
  path: '/api/v1/loan/payment-plan/confirm',
  summary:
    'Agrees to a payment plan. With the offerId of another day or balance it is refused, and the new offer sent.',
  access: { stepUp: 'confirm-plan' },
  body: z.strictObject({
    ...planRequest,
    offerId: means('Names the offer that counts.', z.optional(z.string().check(z.maxLength(60)))),
  }),
  response: z.strictObject({
    planId: means('Names the plan.', z.string()),
    loan: means('The loan as it stands now, on its plan.', loanBody),
  }),
  refusals: ['not_eligible', 'balance_changed', 'idempotency_mismatch'],
  examples: [
    {
      title: 'the plan of three payments',
      body: {
        numberOfPayments: 3,
        firstPaymentDate: '2026-03-06',
        paymentChannel: 'MANUAL',
        offerId: 'mN0yHc0o2nS6pq1rVdJ5kA',
      },
      response: { planId: '019c8f2e-6c00-7000-8000-000000000001', loan: PLAN_LOAN_EXAMPLE },
    },
  ],
});
