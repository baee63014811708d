import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, soles } from '#api/fields.ts';
import { loanNumber } from '#api/payment.ts';
import { LOAN_STATUSES } from '#loan/loan.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';

const item = z.strictObject({
  number: loanNumber(),
  status: z.enum(LOAN_STATUSES),
  productType: z.enum(PRODUCT_TYPES),
  principal: soles(),
  term: z.int(),
  originatedOn: date(),
  valueDate: z.nullable(date()),
  maturityDate: z.nullable(date()),
  paidOn: z.nullable(date()),
  totalOutstanding: soles(),
  unappliedCredit: soles(),
});
export type LoanSummary = z.infer<typeof item>;

export const listLoans = endpoint({
  name: 'list-loans',
  method: 'GET',
  path: '/api/v1/loans',
  summary: 'Every loan the client has or had, newest first.',
  access: 'full',
  response: z.strictObject({ items: z.array(item) }),
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
