import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { means } from '#api/means.ts';

export const closeAccount = endpoint({
  name: 'close-account',
  method: 'POST',
  path: '/api/v1/profile/close',
  summary: 'Closes the account in 14 days, in which it can be kept after all. Asked again, the day is the same.',
  access: { stepUp: 'close-account' },
  response: z.strictObject({ closesOn: means('The day the account is closed, unless it is kept after all.', date()) }),
  refusals: ['open_loan', 'open_application', 'open_complaint', 'credit_balance'],
  examples: [{ title: 'nothing is open', response: { closesOn: '2026-01-29' } }],
});
