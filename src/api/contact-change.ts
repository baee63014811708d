import * as z from 'zod/mini';

/** Contact data of which a change counts only a day later (domain 2.1.3). */
export const CONTACT_KINDS = ['EMAIL', 'PHONE', 'BANK_ACCOUNT'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** A change that does not count yet. */
export const pendingChange = z.strictObject({
  masked: z.string(),
  /** False: the new mailbox has not answered its link yet. */
  confirmed: z.boolean(),
  /** The time from which it counts; for a change that is not confirmed, the end of its link. */
  countsAt: z.iso.datetime(),
  /** False: staff approved it because another channel is in the wrong hands, and the client area may be too. */
  cancellable: z.boolean(),
});
export type PendingChange = z.infer<typeof pendingChange>;
