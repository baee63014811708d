import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm } from '#api/explained-term.ts';
import { date, percent, soles } from '#api/fields.ts';
import { LOAN_EXAMPLE, loanBody } from '#api/loan-body.ts';
import { means } from '#api/means.ts';
import { loanParams } from '#api/payment.ts';

const detail = z.strictObject({
  ...loanBody.shape,
  principal: means('What was borrowed, soles.', soles()),
  term: means('Days for a single payment, months for instalments.', z.int()),
  tea: means('Effective annual rate of compensatory interest, percent, 360-day year.', percent()),
  tcea: means('True annual cost of the contract; null until the money is paid out, percent.', z.nullable(percent())),
  totalToRepay: means(
    'What the contract asks for by its own dates; null until the money is paid out, soles.',
    z.nullable(soles()),
  ),
  ifPaidOutToday: means(
    'What the contract would come to if the money arrived today; null once it has arrived, and for a loan that is void.',
    z.nullable(
      z.strictObject({
        totalToRepay: means('By the dates it would have then, soles.', soles()),
        firstDueDate: means('The due date, or that of the first instalment.', date()),
        terms: means('How that is worked out; they add up to it.', z.array(explainedTerm)),
      }),
    ),
  ),
  originatedOn: means('The day the agreement was signed.', date()),
  valueDate: means('The day the bank paid the client; interest runs from it. Null until then.', z.nullable(date())),
  paidOn: means('The day the last payment was made; null while it is not paid.', z.nullable(date())),
  payments: means(
    'What was paid of the loan, newest first; money that was taken back is not there.',
    z.array(
      z.strictObject({
        id: means('Names the payment.', z.string()),
        date: means('The day it was paid.', date()),
        amount: means('What was paid, soles.', soles()),
        terms: means('Where each sol of it went; the terms add up to the amount.', z.array(explainedTerm)),
      }),
    ),
  ),
  creditTerms: means(
    'Where the client’s money that pays nothing yet comes from; empty while there is none.',
    z.array(explainedTerm),
  ),
});
export type LoanDetail = z.infer<typeof detail>;

export const getLoan = endpoint({
  name: 'get-loan',
  method: 'GET',
  path: '/api/v1/loan/{number}',
  summary: 'One loan of the client with its contract and its schedule.',
  access: 'full',
  params: loanParams,
  response: z.strictObject({ loan: means('The loan as it stands today.', detail) }),
  examples: [
    {
      title: 'a running loan',
      params: { number: 'P-2026-0000001' },
      response: {
        loan: {
          ...LOAN_EXAMPLE,
          principal: 500,
          term: 30,
          tea: 110,
          tcea: 413.44,
          totalToRepay: 573.03,
          ifPaidOutToday: null,
          originatedOn: '2026-01-15',
          valueDate: '2026-01-15',
          paidOn: null,
          payments: [],
          creditTerms: [],
        },
      },
    },
  ],
});
