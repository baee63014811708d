import * as z from 'zod/mini';
import { ASSURANCE_LEVELS } from '#api/access.ts';
import { pendingChange } from '#api/contact-change.ts';
import { endpoint } from '#api/endpoint.ts';
import { DOCUMENT_TYPES } from '#api/field-rules/document-number.ts';
import { date } from '#api/fields.ts';
import { LANGUAGES } from '#api/languages.ts';
import { means } from '#api/means.ts';
import { marketingConsent } from '#api/notification-preferences.ts';

/** The client's bank account. */
export const accountInUse = z.strictObject({
  bankId: means('As GET /application/banks calls it; null for a bank that is not listed.', z.nullable(z.string())),
  masked: means('The last four digits.', z.string()),
  verified: means('Whether money of ours has arrived there.', z.boolean()),
});
export type AccountInUseBody = z.infer<typeof accountInUse>;

const profile = z.strictObject({
  assurance: means(
    'basic: a browser we remember. full: signed in and active within the last 15 minutes.',
    z.enum(ASSURANCE_LEVELS),
  ),
  clientId: means('The client.', z.guid()),
  firstName: means('Null until the application asked for it.', z.nullable(z.string())),
  paidLoanCount: means('Loans paid back in full.', z.int().check(z.nonnegative())),
  clientType: means('repeat: has paid back at least one loan. new: has not.', z.enum(['new', 'repeat'])),
  language: means('In which language we write to the client.', z.enum(LANGUAGES)),
  version: means('Counts changes of the profile.', z.int()),
  lastName1: means('Father’s surname.', z.optional(z.nullable(z.string()))),
  lastName2: means('Mother’s surname; null for people with one surname.', z.optional(z.nullable(z.string()))),
  document: means(
    'What the client is known by.',
    z.optional(
      z.strictObject({
        type: means('DNI, or CE for people from abroad.', z.enum(DOCUMENT_TYPES)),
        masked: means('As much of it as its owner recognises.', z.string()),
      }),
    ),
  ),
  birthDate: means('Day of birth.', z.optional(z.nullable(date()))),
  phone: means(
    'Where codes go to.',
    z.optional(
      z.nullable(
        z.strictObject({
          masked: means('As much of it as its owner recognises.', z.string()),
          verified: means('Whether its owner has proven it.', z.boolean()),
          pending: means('Another one that does not count yet; null when there is none.', z.nullable(pendingChange)),
        }),
      ),
    ),
  ),
  email: means(
    'Where letters go to.',
    z.optional(
      z.nullable(
        z.strictObject({
          value: means('As much of it as its owner recognises; the whole of it until it is confirmed.', z.string()),
          verified: means('Whether its owner has proven it.', z.boolean()),
          pending: means('Another one that does not count yet; null when there is none.', z.nullable(pendingChange)),
        }),
      ),
    ),
  ),
  altPhone: means('A second telephone, masked.', z.optional(z.nullable(z.string()))),
  address: means(
    'Where the client lives.',
    z.optional(
      z.nullable(
        z.strictObject({
          ubigeo: means('INEI code of the district.', z.string()),
          line: means('Street, number and flat.', z.string()),
        }),
      ),
    ),
  ),
  bankAccount: means(
    'Where the client’s money goes; null when nobody ever named an account.',
    z.optional(z.nullable(accountInUse)),
  ),
  pendingAccount: means(
    'The account that takes its place, which does not count yet; null when there is none.',
    z.optional(z.nullable(pendingChange)),
  ),
  payday: means('Day of the month the client is paid on.', z.optional(z.nullable(z.int()))),
  acceptMarketing: means('Whether we may advertise.', z.optional(marketingConsent)),
  unreadNotifications: means('How many the client has not read.', z.optional(z.int().check(z.nonnegative()))),
  closesOn: means(
    'The day the account is closed, unless it is kept after all; null without a request.',
    z.optional(z.nullable(date())),
  ),
});
export type ProfileBody = z.infer<typeof profile>;

export const getProfile = endpoint({
  name: 'get-profile',
  method: 'GET',
  path: '/api/v1/profile',
  summary:
    'Who the client is. A browser that is only remembered gets the name and the number of paid loans; with view=full it is asked for a proof instead.',
  access: 'basic',
  query: z.strictObject({
    view: means('full: everything, or 428 for a browser that is only remembered.', z.optional(z.enum(['full']))),
  }),
  response: profile,
  refusals: ['reauth_required'],
  examples: [
    {
      title: 'a remembered browser',
      query: {},
      response: {
        assurance: 'basic',
        clientId: '019bc299-8680-7216-b705-1c72d896152a',
        firstName: 'Ana',
        paidLoanCount: 2,
        clientType: 'repeat',
        language: 'es',
        version: 7,
      },
    },
    {
      title: 'signed in',
      query: { view: 'full' },
      response: {
        assurance: 'full',
        clientId: '019bc299-8680-7216-b705-1c72d896152a',
        firstName: 'Ana',
        paidLoanCount: 2,
        clientType: 'repeat',
        language: 'es',
        version: 7,
        lastName1: 'Quispe',
        lastName2: 'Huamán',
        document: { type: 'DNI', masked: '••••8912' },
        birthDate: '1990-05-01',
        phone: { masked: '+51 9•• ••• 321', verified: true, pending: null },
        email: { value: 'a•••@example.pe', verified: true, pending: null },
        altPhone: null,
        address: { ubigeo: '150122', line: 'Av. Los Álamos 120' },
        bankAccount: { bankId: 'bcp', masked: '••••7852', verified: true },
        pendingAccount: null,
        payday: 30,
        acceptMarketing: {
          value: false,
          channels: { sms: false, email: false, call: false, whatsapp: false },
          changedAt: '2026-01-12T14:02:11.000Z',
        },
        unreadNotifications: 1,
        closesOn: null,
      },
    },
  ],
});
