import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm, TERMS_EXAMPLE } from '#api/explained-term.ts';
import { date, soles } from '#api/fields.ts';
import { comingTopUp, feeAmounts, loanParams } from '#api/payment.ts';

const payoffQuote = z.strictObject({
  date: date(),
  principal: soles(),
  interest: soles(),
  fees: feeAmounts(),
  vat: soles(),
  moratory: soles(),
  credit: soles(),
  total: soles(),
  /** The last day of this total. */
  validUntil: date(),
  savings: soles(),
  comparedTo: soles(),
  /** The terms of the total. */
  terms: z.array(explainedTerm),
  /** The terms of the savings. */
  savingsTerms: z.array(explainedTerm),
  topUpComing: z.optional(comingTopUp),
});
export type PayoffQuoteBody = z.infer<typeof payoffQuote>;

/** The maximum number of days a quote may be ahead. */
export const MAX_QUOTE_DAYS = 30;

export const getPayoffQuote = endpoint({
  name: 'get-payoff-quote',
  method: 'GET',
  path: '/api/v1/loan/{number}/payoff-quote',
  summary: 'What ends a loan on a date, part by part, and what is saved by not waiting. Today unless a date is given.',
  access: 'basic',
  params: loanParams,
  query: z.strictObject({ date: z.optional(date()) }),
  response: payoffQuote,
  refusals: [{ status: 409, code: 'loan_closed' }],
  examples: [
    {
      title: 'a single payment of S/ 500 on its twelfth day',
      params: { number: 'P-2026-0001234' },
      query: { date: '2026-01-27' },
      response: {
        date: '2026-01-27',
        principal: 500,
        interest: 12.52,
        fees: { techFee: 4.8, adminFee: 4, acceleratedAcceptanceFee: 8 },
        vat: 5.27,
        moratory: 0,
        credit: 0,
        total: 534.59,
        validUntil: '2026-01-27',
        savings: 38.44,
        comparedTo: 573.03,
        terms: TERMS_EXAMPLE,
        savingsTerms: [
          { name: 'interest', amount: 19.37, basis: null },
          { name: 'techFee', amount: 7.2, basis: null },
          { name: 'adminFee', amount: 6, basis: null },
          { name: 'vat', amount: 5.87, basis: null },
        ],
      },
    },
  ],
});
