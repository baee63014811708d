import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { channelsFit, marketingChannels } from '#api/marketing-answer.ts';
import { means } from '#api/means.ts';
import { marketingConsent } from '#api/notification-preferences.ts';

const fields = z.strictObject({
  acceptMarketing: means('Yes or no.', z.boolean()),
  channels: means(
    'The channels agreed to; those not named are a no. Left out: all four.',
    z.optional(marketingChannels),
  ),
  textVersion: means(
    'SHA-256 of the words that were on the screen, in hex; left out of a yes, of our own in the language of the request.',
    z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  ),
});

export const setMarketingConsent = endpoint({
  name: 'set-marketing-consent',
  method: 'POST',
  path: '/api/v1/profile/marketing/consent',
  summary:
    'Agrees to advertising by the channels named, all four when none is, or takes it back. It counts from this second on.',
  access: 'full',
  body: fields.check(...channelsFit<z.output<typeof fields>>()),
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
