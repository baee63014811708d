import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm } from '#api/explained-term.ts';
import { date, percent, soles } from '#api/fields.ts';
import { LOAN_EXAMPLE, loanBody } from '#api/loan-body.ts';
import { loanParams } from '#api/payment.ts';

const detail = z.strictObject({
  ...loanBody.shape,
  principal: soles(),
  term: z.int(),
  tea: percent(),
  /** Null before the payout, because the dates are not known. */
  tcea: z.nullable(percent()),
  totalToRepay: z.nullable(soles()),
  /** The cost if the payout arrived today; null after the payout, and for a void loan. */
  ifPaidOutToday: z.nullable(
    z.strictObject({ totalToRepay: soles(), firstDueDate: date(), terms: z.array(explainedTerm) }),
  ),
  originatedOn: date(),
  valueDate: z.nullable(date()),
  paidOn: z.nullable(date()),
  /** Newest first, without reversed payments. */
  payments: z.array(z.strictObject({ id: z.string(), date: date(), amount: soles(), terms: z.array(explainedTerm) })),
  /** The terms of `unappliedCredit`: where it comes from. */
  creditTerms: z.array(explainedTerm),
});
export type LoanDetail = z.infer<typeof detail>;

export const getLoan = endpoint({
  name: 'get-loan',
  method: 'GET',
  path: '/api/v1/loan/{number}',
  summary: 'One loan of the client with its contract and its schedule.',
  access: 'full',
  params: loanParams,
  response: z.strictObject({ loan: detail }),
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
