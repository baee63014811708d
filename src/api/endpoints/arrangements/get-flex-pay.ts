import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm, LATE_TERMS_EXAMPLE } from '#api/explained-term.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';

const flexPayBody = z.strictObject({
  eligible: means('Whether it may be had now.', z.boolean()),
  reason: means(
    'Why it may not; null when it may.',
    z.nullable(z.enum(['no_active_loan', 'loan_not_active', 'not_late_enough', 'already_on_flex'])),
  ),
  offerId: means('Names the terms it could be had at today; null when it cannot be had.', z.nullable(z.string())),
  status: means(
    'ACTIVE or AT_RISK (the monthly minimum is missing) while it runs; null otherwise.',
    z.nullable(z.enum(['ACTIVE', 'AT_RISK'])),
  ),
  balance: means('What has to be paid of it, all together; null when it cannot be had, soles.', z.nullable(soles())),
  terms: means(
    'How what is left is worked out, term by term; before it runs, how the balance does.',
    z.array(explainedTerm),
  ),
  paidSoFar: means('What came in of the balance, soles.', soles()),
  minPayment: means('The smallest payment, soles.', soles()),
  minMonthly: means('What has to come in every 30 days, soles.', z.nullable(soles())),
  nextMinimum: means(
    'The next minimum and what is missing of it; null when it has ended.',
    z.nullable(
      z.strictObject({
        date: means('By when.', date()),
        amount: means('Soles.', soles()),
        terms: means('How what is missing of it is worked out; the terms add up to it.', z.array(explainedTerm)),
      }),
    ),
  ),
  finalDate: means('By this day everything has to be paid.', z.nullable(date())),
  settlement: means(
    'What would end the loan for less; null when nothing is agreed on.',
    z.nullable(
      z.strictObject({
        amount: means('What is paid, soles.', soles()),
        discount: means('Taken off interest, fees and moratory interest, soles.', soles()),
        validUntil: means('Until 23:59 of this day in Lima.', date()),
        terms: means('How the amount is worked out; the terms add up to it.', z.array(explainedTerm)),
      }),
    ),
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
