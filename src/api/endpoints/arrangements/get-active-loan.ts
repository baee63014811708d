import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { LOAN_EXAMPLE, loanBody } from '#api/loan-body.ts';
import { means } from '#api/means.ts';

export const getActiveLoan = endpoint({
  name: 'get-active-loan',
  method: 'GET',
  path: '/api/v1/loan/active',
  summary: 'The loan that is running, as it stands today, and whether it may be topped up.',
  access: 'basic',
  response: z.strictObject({
    topUpAvailable: means(
      'Whether more can be borrowed on this loan now, or such a top-up is on its way.',
      z.boolean(),
    ),
    loan: means('The loan as it stands today; null when none is active.', z.nullable(loanBody)),
  }),
  examples: [
    { title: 'a loan before its due date', response: { topUpAvailable: false, loan: LOAN_EXAMPLE } },
    { title: 'no active loan', response: { topUpAvailable: false, loan: null } },
  ],
});
