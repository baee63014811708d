import * as z from 'zod/mini';
import { accountFields } from '#api/application-form.ts';
import { pendingChange } from '#api/contact-change.ts';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { accountInUse } from './get-profile.ts';

export const changeBankAccount = endpoint({
  name: 'change-bank-account',
  method: 'POST',
  path: '/api/v1/profile/bank-account',
  summary:
    'Sends the client’s money to another account of theirs from a day later. Nothing is paid out until then; the client is told by e-mail and SMS and can stop it.',
  access: { stepUp: 'change-bank-account' },
  body: z.strictObject(accountFields),
  response: z.strictObject({
    bankAccount: means(
      'Where the client’s money goes; null when nobody ever named an account.',
      z.nullable(accountInUse),
    ),
    pendingAccount: means(
      'The account that takes its place, which does not count yet; null when there is none.',
      z.nullable(pendingChange),
    ),
  }),
  examples: [
    {
      title: 'an account at another bank',
      body: { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' },
      response: {
        bankAccount: { bankId: 'bcp', masked: '••••7852', verified: true },
        pendingAccount: {
          masked: '••••7818',
          confirmed: true,
          countsAt: '2026-01-13T14:02:11.000Z',
          cancellable: true,
        },
      },
    },
  ],
});
