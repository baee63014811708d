import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm } from '#api/explained-term.ts';
import { date, soles } from '#api/fields.ts';
import { allocation, comingTopUp, loanParams, prepaymentMode } from '#api/payment.ts';

const preview = z.strictObject({
  allocation,
  paysOff: z.boolean(),
  /** Everything else of the loan would be paid. */
  topUpComing: z.optional(comingTopUp),
  /** Everything unpaid to maturity, before and after. */
  outstandingBefore: soles(),
  outstandingAfter: soles(),
  /** The saving by the payment: before − what it pays − after. */
  savings: soles(),
  /** The terms of the savings. */
  savingsTerms: z.array(explainedTerm),
  scheduleAfter: z.array(
    z.strictObject({
      number: z.int(),
      dueDate: date(),
      principal: soles(),
      interest: soles(),
      fees: soles(),
      vat: soles(),
      moratory: soles(),
      total: soles(),
    }),
  ),
});
export type PaymentPreviewBody = z.infer<typeof preview>;

export const makePaymentPreview = endpoint({
  name: 'make-payment-preview',
  method: 'POST',
  path: '/api/v1/loan/{number}/payment-preview',
  summary: 'What a payment would pay, and what would be left, without paying it. Rows that are paid are left out.',
  access: 'basic',
  params: loanParams,
  body: z.strictObject({ amount: soles(), date: date(), mode: z.optional(prepaymentMode) }),
  response: preview,
  refusals: [{ status: 409, code: 'loan_closed' }],
  examples: [
    {
      title: 'S/ 300 on the due date of a single payment of S/ 500',
      params: { number: 'P-2026-0001234' },
      body: { amount: 300, date: '2026-02-14' },
      response: {
        allocation: {
          principal: 226.97,
          interest: 31.89,
          fees: { techFee: 12, adminFee: 10, acceleratedAcceptanceFee: 8 },
          vat: 11.14,
          moratory: 0,
          credit: 0,
        },
        paysOff: false,
        outstandingBefore: 573.03,
        outstandingAfter: 273.03,
        savings: 0,
        savingsTerms: [],
        scheduleAfter: [
          {
            number: 1,
            dueDate: '2026-02-14',
            principal: 273.03,
            interest: 0,
            fees: 0,
            vat: 0,
            moratory: 0,
            total: 273.03,
          },
        ],
      },
    },
  ],
});
