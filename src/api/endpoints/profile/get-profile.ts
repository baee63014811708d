import * as z from 'zod/mini';
import { ASSURANCE_LEVELS } from '#api/access.ts';
import { pendingChange } from '#api/contact-change.ts';
import { endpoint } from '#api/endpoint.ts';
import { DOCUMENT_TYPES } from '#api/field-rules/document-number.ts';
import { date } from '#api/fields.ts';
import { LANGUAGES } from '#api/languages.ts';
import { marketingConsent } from '#api/notification-preferences.ts';

/** The client's bank account. */
export const accountInUse = z.strictObject({
  bankId: z.nullable(z.string()),
  masked: z.string(),
  /** True once a payout has arrived there. */
  verified: z.boolean(),
});
export type AccountInUseBody = z.infer<typeof accountInUse>;

const profile = z.strictObject({
  assurance: z.enum(ASSURANCE_LEVELS),
  clientId: z.guid(),
  /** Null before the application has asked for it. */
  firstName: z.nullable(z.string()),
  paidLoanCount: z.int().check(z.nonnegative()),
  clientType: z.enum(['new', 'repeat']),
  language: z.enum(LANGUAGES),
  version: z.int(),
  /** The following fields require full assurance. */
  lastName1: z.optional(z.nullable(z.string())),
  lastName2: z.optional(z.nullable(z.string())),
  document: z.optional(z.strictObject({ type: z.enum(DOCUMENT_TYPES), masked: z.string() })),
  birthDate: z.optional(z.nullable(date())),
  phone: z.optional(
    z.nullable(z.strictObject({ masked: z.string(), verified: z.boolean(), pending: z.nullable(pendingChange) })),
  ),
  email: z.optional(
    z.nullable(
      z.strictObject({
        value: z.string(),
        verified: z.boolean(),
        pending: z.nullable(pendingChange),
      }),
    ),
  ),
  altPhone: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.strictObject({ ubigeo: z.string(), line: z.string() }))),
  bankAccount: z.optional(z.nullable(accountInUse)),
  pendingAccount: z.optional(z.nullable(pendingChange)),
  payday: z.optional(z.nullable(z.int())),
  acceptMarketing: z.optional(marketingConsent),
  unreadNotifications: z.optional(z.int().check(z.nonnegative())),
  /** The day the account will be closed; null without a request. */
  closesOn: z.optional(z.nullable(date())),
});
export type ProfileBody = z.infer<typeof profile>;

export const getProfile = endpoint({
  name: 'get-profile',
  method: 'GET',
  path: '/api/v1/profile',
  summary:
    'Who the client is. A browser that is only remembered gets the name and the number of paid loans; with view=full it is asked for a proof instead.',
  access: 'basic',
  query: z.strictObject({ view: z.optional(z.enum(['full'])) }),
  response: profile,
  refusals: [{ status: 428, code: 'reauth_required' }],
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
