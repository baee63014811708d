import * as z from 'zod/mini';
import { MARKETING_CHANNELS } from '#api/consent.ts';
import { endpoint } from '#api/endpoint.ts';
import { marketingConsent } from '#api/notification-preferences.ts';

const channels = z.strictObject({
  sms: z.optional(z.boolean()),
  email: z.optional(z.boolean()),
  call: z.optional(z.boolean()),
  whatsapp: z.optional(z.boolean()),
});

export const setMarketingConsent = endpoint({
  name: 'set-marketing-consent',
  method: 'POST',
  path: '/api/v1/profile/marketing/consent',
  summary:
    'Agrees to advertising by the channels named, all four when none is, or takes it back. It counts from this second on.',
  access: 'full',
  body: z
    .strictObject({
      acceptMarketing: z.boolean(),
      channels: z.optional(channels),
      textVersion: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    })
    .check(
      z.refine(
        ({ acceptMarketing, channels: named }) =>
          named === undefined || MARKETING_CHANNELS.some((channel) => named[channel] === true) === acceptMarketing,
        { error: 'mismatch', path: ['channels'] },
      ),
      // A yes refers to the text that was shown; a no needs none.
      z.refine(({ acceptMarketing, textVersion }) => !acceptMarketing || textVersion !== undefined, {
        path: ['textVersion'],
      }),
    ),
  response: marketingConsent,
  examples: [
    {
      title: 'by e-mail only',
      body: {
        acceptMarketing: true,
        channels: { email: true },
        textVersion: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
      response: {
        value: true,
        channels: { sms: false, email: true, call: false, whatsapp: false },
        changedAt: '2026-01-12T14:02:11.000Z',
      },
    },
    {
      title: 'taken back',
      body: { acceptMarketing: false },
      response: {
        value: false,
        channels: { sms: false, email: false, call: false, whatsapp: false },
        changedAt: '2026-01-15T17:00:00.000Z',
      },
    },
  ],
});
