import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { planOfferBody, planRequest } from '#api/payment-plan-body.ts';

export const makePaymentPlanOffer = endpoint({
  name: 'make-payment-plan-offer',
  method: 'POST',
  path: '/api/v1/loan/payment-plan/offer',
  summary: 'What a payment plan would be, payment by payment. It commits nobody.',
  access: 'full',
  impersonation: 'allowed',
  body: z.strictObject(planRequest),
  response: planOfferBody,
  refusals: ['not_eligible'],
  examples: [
    {
      title: 'three payments for a loan ten days late',
      body: { numberOfPayments: 3, firstPaymentDate: '2026-03-06', paymentChannel: 'MANUAL' },
      response: {
        offerId: 'mN0yHc0o2nS6pq1rVdJ5kA',
        validUntil: '2026-02-24',
        total: 585.31,
        request: { numberOfPayments: 3 },
        payments: [
          {
            number: 1,
            dueDate: '2026-03-06',
            amount: { total: 195.1, principal: 109.79, interest: 42.3, fees: 30, vat: 13.01, moratory: 0 },
          },
          {
            number: 2,
            dueDate: '2026-04-06',
            amount: { total: 195.1, principal: 195.1, interest: 0, fees: 0, vat: 0, moratory: 0 },
          },
          {
            number: 3,
            dueDate: '2026-05-06',
            amount: { total: 195.11, principal: 195.11, interest: 0, fees: 0, vat: 0, moratory: 0 },
          },
        ],
        waived: { moratory: 2.18 },
        interestDuringPlan: 0,
      },
    },
  ],
});
