import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const ACCESS_EVENTS = [
  'SIGN_IN',
  'SIGN_OUT',
  'SESSION_ENDED',
  'REGISTRATION_TRIED',
  'PASSWORD_CHANGED',
  'PASSKEY_SIGN_IN',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'IMPERSONATION',
  'DATA_EXPORT',
  'EMAIL_CHANGED',
  'PHONE_CHANGED',
  'BANK_ACCOUNT_CHANGED',
  'DATA_REQUESTED',
  'CLOSING_ASKED',
  'CLOSING_UNDONE',
  'APPLICATION_SEEN',
  'FILE_SEEN',
  'PHONE_SEEN',
  'ASSISTED',
  'LOAN_MADE',
] as const;

export const getAccessLog = endpoint({
  name: 'get-access-log',
  method: 'GET',
  path: '/api/v1/profile/access-log',
  summary: 'Who used the account, staff included: the newest hundred, the last one first.',
  access: 'full',
  response: z.strictObject({
    items: means(
      'The newest first.',
      z.array(
        z.strictObject({
          id: means('Names the entry.', z.guid()),
          kind: means('What happened.', z.enum(ACCESS_EVENTS)),
          at: means('When.', z.iso.datetime()),
          device: means('Browser and system; null when it does not say.', z.nullable(z.string())),
          address: means('From where; null for staff.', z.nullable(z.string())),
          staffName: means('Who looks.', z.nullable(z.string())),
        }),
      ),
    ),
  }),
  examples: [
    {
      title: 'support looked',
      response: {
        items: [
          {
            id: '019bc299-8680-7216-b705-1c72d896152a',
            kind: 'IMPERSONATION',
            at: '2026-01-15T17:00:00.000Z',
            device: null,
            address: null,
            staffName: 'Ana Torres',
          },
        ],
      },
    },
  ],
});
