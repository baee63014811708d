import type { Trx } from '#server/kit/tables.ts';
import { emailLinkUrl } from './messages/identity-messages.ts';
import { sendToMailbox } from './messages/send-account-email.ts';
import type { IdentityContext } from './people-context.ts';
import { issueLink } from './store/link-store.ts';
import type { Person } from './store/person-store.ts';

/** Time for which the link is valid. */
export const CONFIRM_MS = 7 * 86_400_000;

/** A link to the mailbox given at registration; until it is opened, nothing that opens the account goes there. */
export async function sendEmailConfirmation(trx: Trx, context: IdentityContext, person: Person): Promise<void> {
  const { id: personId, email, emailVerifiedAt, language } = person;
  if (email === undefined || emailVerifiedAt !== null) return;
  const now = context.clock.now();
  const token = await issueLink(trx, { kind: 'EMAIL_CONFIRM', personId, now, validMs: CONFIRM_MS });
  const link = emailLinkUrl(context.siteUrl, language, token);
  await sendToMailbox(trx, context, { ...person, email }, 'email-own', { link });
}
