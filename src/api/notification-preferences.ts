import * as z from 'zod/mini';

const NEITHER = 'not_allowed';

/** The channels of service messages besides the client area: at least one stays on. */
export const serviceChoice = z.strictObject({
  channels: z
    .strictObject({ email: z.boolean(), sms: z.boolean() })
    .check(z.refine(({ email, sms }) => email || sms, { error: NEITHER })),
  smsDetails: z.boolean(),
});

/** Consent to advertising by channel (domain 2.19). */
export const marketingConsent = z.strictObject({
  value: z.boolean(),
  channels: z.strictObject({ sms: z.boolean(), email: z.boolean(), call: z.boolean(), whatsapp: z.boolean() }),
  /** Null: never asked. */
  changedAt: z.nullable(z.iso.datetime()),
});

export const notificationPreferences = z.strictObject({ ...serviceChoice.shape, marketing: marketingConsent });
