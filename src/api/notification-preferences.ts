import * as z from 'zod/mini';

const NEITHER = 'not_allowed';

/** How service messages reach a client beside the client area: at least one way stays open. */
export const serviceChoice = z.strictObject({
  channels: z
    .strictObject({ email: z.boolean(), sms: z.boolean() })
    .check(z.refine(({ email, sms }) => email || sms, { error: NEITHER })),
  smsDetails: z.boolean(),
});

/** What the client said about advertising, channel by channel (domain 2.19). */
export const marketingConsent = z.strictObject({
  value: z.boolean(),
  channels: z.strictObject({ sms: z.boolean(), email: z.boolean(), call: z.boolean(), whatsapp: z.boolean() }),
  /** Null: never asked. */
  changedAt: z.nullable(z.iso.datetime()),
});

export const notificationPreferences = z.strictObject({ ...serviceChoice.shape, marketing: marketingConsent });
