import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';

export const closeAccount = endpoint({
  name: 'close-account',
  method: 'POST',
  path: '/api/v1/profile/close',
  summary: 'Closes the account in 14 days, in which it can be kept after all. Asked again, the day is the same.',
  access: { stepUp: 'close-account' },
  response: z.strictObject({ closesOn: date() }),
  refusals: [
    { status: 409, code: 'open_loan' },
    { status: 409, code: 'open_application' },
    { status: 409, code: 'open_complaint' },
    { status: 409, code: 'credit_balance' },
  ],
  examples: [{ title: 'nothing is open', response: { closesOn: '2026-01-29' } }],
});
