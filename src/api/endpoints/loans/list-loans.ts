import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { loanNumber } from '#api/payment.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';

const item = z.strictObject({
  number: means('P, year and correlative.', loanNumber()),
  status: means('Where the loan is in its life.', z.enum(LOAN_STATUSES)),
  productType: means(
    'SINGLE_PAY: one payment, terms in days. INSTALLMENT: monthly payments, terms in months.',
    z.enum(PRODUCT_TYPES),
  ),
  principal: means('What was borrowed, soles.', soles()),
  term: means('Days for a single payment, months for instalments.', z.int()),
  originatedOn: means('The day the agreement was signed.', date()),
  valueDate: means('The day the bank paid the client; interest runs from it. Null until then.', z.nullable(date())),
  maturityDate: means('The last due date; null when nothing is owed.', z.nullable(date())),
  paidOn: means('The day the last payment was made; null while it is not paid.', z.nullable(date())),
  totalOutstanding: means('Everything unpaid to the end, less the credit, soles.', soles()),
  unappliedCredit: means('The client’s money that pays nothing, also of a loan that is over, soles.', soles()),
});
export type LoanSummary = z.infer<typeof item>;

export const listLoans = endpoint({
  name: 'list-loans',
  method: 'GET',
  path: '/api/v1/loans',
  summary: 'Every loan the client has or had, newest first.',
  access: 'full',
  response: z.strictObject({ items: means('Newest first.', z.array(item)) }),
  examples: [
    {
      title: 'one running, one paid',
      response: {
        items: [
          {
            number: 'P-2026-0000044',
            status: 'PERFORMING',
            productType: 'SINGLE_PAY',
            principal: 500,
            term: 30,
            originatedOn: '2026-03-01',
            valueDate: '2026-03-01',
            maturityDate: '2026-03-31',
            paidOn: null,
            totalOutstanding: 573.03,
            unappliedCredit: 0,
          },
          {
            number: 'P-2026-0000001',
            status: 'PAID',
            productType: 'SINGLE_PAY',
            principal: 500,
            term: 30,
            originatedOn: '2026-01-15',
            valueDate: '2026-01-15',
            maturityDate: null,
            paidOn: '2026-02-14',
            totalOutstanding: 0,
            unappliedCredit: 26.97,
          },
        ],
      },
    },
  ],
});
