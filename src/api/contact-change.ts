import * as z from 'zod/mini';
import { means } from './means.ts';

/** Contact data of which a change counts only a day later (domain 2.1.3). */
export const CONTACT_KINDS = ['EMAIL', 'PHONE', 'BANK_ACCOUNT'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** A change that does not count yet. */
export const pendingChange = z.strictObject({
  masked: means('As much of it as its owner recognises.', z.string()),
  confirmed: means(
    'Whether the new mailbox or telephone has answered; always true of an account, which answers nothing.',
    z.boolean(),
  ),
  countsAt: means(
    'When it counts; before a mailbox or telephone is confirmed, when its link ends. Of an account: nothing is paid out before, and another change may put it off.',
    z.iso.datetime(),
  ),
  cancellable: means('Whether the client can take it back; what staff approved stays.', z.boolean()),
});
export type PendingChange = z.infer<typeof pendingChange>;
