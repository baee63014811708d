import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm } from '#api/explained-term.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { allocation, comingTopUp, loanParams, prepaymentMode } from '#api/payment.ts';

const preview = z.strictObject({
  allocation: means('What the money would pay; its parts add up to the amount.', allocation),
  paysOff: means('Whether the loan would be over.', z.boolean()),
  topUpComing: means(
    'A top-up on its way to a loan of which nothing else is, or would be, owed. Absent when there is none: the loan is not over before it has come.',
    z.optional(comingTopUp),
  ),
  outstandingBefore: means('Everything unpaid to maturity as it stands, soles.', soles()),
  outstandingAfter: means('Everything unpaid to maturity after the payment, soles.', soles()),
  savings: means('What the payment makes cheaper, soles: before − what it pays − after.', soles()),
  savingsTerms: means(
    'How what is saved is worked out: what waiting costs more, part by part.',
    z.array(explainedTerm),
  ),
  scheduleAfter: means(
    'What would be left to pay; rows that are paid are left out.',
    z.array(
      z.strictObject({
        number: means('Which instalment.', z.int()),
        dueDate: means('When it is due.', date()),
        principal: means('Principal, soles.', soles()),
        interest: means('Compensatory interest, soles.', soles()),
        fees: means('Services before IGV, soles.', soles()),
        vat: means('IGV, soles.', soles()),
        moratory: means('Moratory interest, soles.', soles()),
        total: means('The row’s sum, soles.', soles()),
      }),
    ),
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
  body: z.strictObject({
    amount: means('What would be paid, soles.', soles()),
    date: means('The day it would be paid; at most 30 days ahead.', date()),
    mode: means('Which way early money would go; the loan’s own way unless told.', z.optional(prepaymentMode)),
  }),
  response: preview,
  refusals: ['loan_closed'],
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
