import * as z from 'zod/mini';
import { instant } from '../application-body.ts';
import { endpoint } from '../endpoint.ts';

const channel = () => z.optional(z.boolean());
const channels = z.strictObject({ sms: channel(), email: channel(), call: channel(), whatsapp: channel() });

export const recordMarketingConsent = endpoint({
  name: 'record-marketing-consent',
  method: 'POST',
  path: '/api/v1/profile/marketing/consent',
  summary:
    'Whether we may advertise to the client, by which channels: effective at once, without a reason, as often as they like.',
  access: 'full',
  body: z.strictObject({
    /** Of every channel that is not named by itself. */
    acceptMarketing: z.boolean(),
    channels: z.optional(channels),
    /** SHA-256 of the words beside the box, in hex; of our own unless told. */
    textVersion: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  }),
  response: z.strictObject({
    value: z.boolean(),
    channels: z.strictObject({ sms: z.boolean(), email: z.boolean(), call: z.boolean(), whatsapp: z.boolean() }),
    changedAt: z.nullable(instant()),
  }),
  examples: [
    {
      title: 'by e-mail alone',
      body: { acceptMarketing: false, channels: { email: true } },
      response: {
        value: true,
        channels: { sms: false, email: true, call: false, whatsapp: false },
        changedAt: '2026-01-15T17:00:00.000Z',
      },
    },
  ],
});
