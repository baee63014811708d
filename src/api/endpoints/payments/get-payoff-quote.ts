import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm, TERMS_EXAMPLE } from '#api/explained-term.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { comingTopUp, feeAmounts, loanParams } from '#api/payment.ts';

const payoffQuote = z.strictObject({
  date: means('The day the loan would end; today unless told, at most 30 days ahead.', date()),
  principal: means('Principal still owed, soles.', soles()),
  interest: means('Compensatory interest earned and unpaid, soles.', soles()),
  fees: means('Services earned and unpaid, before IGV.', feeAmounts()),
  vat: means('IGV of interest and services, soles.', soles()),
  moratory: means('Moratory interest, soles.', soles()),
  credit: means('Money the client has with us, which is taken off, soles.', soles()),
  total: means('What ends the loan on the date, soles.', soles()),
  validUntil: means('The last day on which the total is this one.', date()),
  savings: means('What is saved by not waiting for the due dates, soles.', soles()),
  comparedTo: means(
    'The way the differences are counted from: on time, or today when it is too late for that.',
    soles(),
  ),
  terms: means('How the total is worked out, term by term; they add up to it.', z.array(explainedTerm)),
  savingsTerms: means(
    'How what is saved is worked out: what waiting costs more, part by part.',
    z.array(explainedTerm),
  ),
  topUpComing: means(
    'A top-up on its way to a loan of which nothing else is, or would be, owed. Absent when there is none: the loan is not over before it has come.',
    z.optional(comingTopUp),
  ),
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
  query: z.strictObject({
    date: means('The day the loan would end; today unless told, at most 30 days ahead.', z.optional(date())),
  }),
  response: payoffQuote,
  refusals: ['loan_closed'],
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
