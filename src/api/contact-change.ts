import * as z from 'zod/mini';

/** What counts only a day after it was changed (domain 2.1.3). */
export const CONTACT_KINDS = ['EMAIL', 'PHONE', 'BANK_ACCOUNT'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** A change that does not count yet. */
export const pendingChange = z.strictObject({
  masked: z.string(),
  /** False: the new mailbox has not answered its link yet. */
  confirmed: z.boolean(),
  /** When it counts; of one that is not confirmed, the end of its link. */
  countsAt: z.iso.datetime(),
  /** False: staff approved it against a channel in wrong hands, which may be the client area’s too. */
  cancellable: z.boolean(),
});
export type PendingChange = z.infer<typeof pendingChange>;
