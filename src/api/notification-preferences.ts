import * as z from 'zod/mini';
import { means } from './means.ts';

const NEITHER = 'not_allowed';

/** The channels of service messages besides the client area: at least one stays on. */
export const serviceChoice = z.strictObject({
  channels: means(
    'How service messages arrive beside the client area: at least one, because they cannot be switched off.',
    z
      .strictObject({ email: means('By e-mail.', z.boolean()), sms: means('By text message.', z.boolean()) })
      .check(z.refine(({ email, sms }) => email || sms, { error: NEITHER })),
  ),
  smsDetails: means(
    'Whether a text message names the lender and the matter; off for the neutral text, where a telephone is shared.',
    z.boolean(),
  ),
});

/** Consent to advertising by channel (domain 2.19). */
export const marketingConsent = z.strictObject({
  value: means('By at least one channel.', z.boolean()),
  channels: means(
    'Each channel by itself.',
    z.strictObject({
      sms: means('By text message.', z.boolean()),
      email: means('By e-mail.', z.boolean()),
      call: means('By telephone.', z.boolean()),
      whatsapp: means('By WhatsApp.', z.boolean()),
    }),
  ),
  changedAt: means('When the client last decided; null when never asked.', z.nullable(z.iso.datetime())),
});

export const notificationPreferences = z.strictObject({
  ...serviceChoice.shape,
  marketing: means('What the client said about advertising.', marketingConsent),
});
