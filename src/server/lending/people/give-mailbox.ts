import type { Trx } from '#server/kit/tables.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { lockPerson, requestContactChange } from './contact-change.ts';
import { emailLinkUrl } from './messages/identity-messages.ts';
import { sendToMailbox } from './messages/send-account-email.ts';
import type { IdentityContext } from './people-context.ts';
import { recordStaffAccess } from './store/access-log-store.ts';
import { CONTACT_WAIT_MS, type ContactChannel } from './store/contact-change-store.ts';
import { issueLink } from './store/link-store.ts';
import type { Person } from './store/person-store.ts';

/**
 * Gives another mailbox to a client who cannot get in without one and whom staff have recognised by picture and
 * document. The mailbox must answer its link and counts a day later, like any other; every channel is told, and can
 * stop it.
 * @returns false when the person does not exist
 */
export function giveMailbox(
  context: IdentityContext,
  personId: string,
  given: {
    readonly email: string;
    readonly reason: string;
    readonly operator: string;
    readonly lost?: ContactChannel | undefined;
  },
): Promise<boolean> {
  const { db, clock } = context;
  const { email, reason, operator, lost } = given;
  return db.kysely.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, context, personId);
    if (!person || person.status === 'CLOSED') return false;
    await askMailbox(trx, context, person, { email, operator, ...(lost && { lostChannel: lost }) });
    const actor = `operator:${operator}`;
    const after = { reason, ...(lost && { channel: lost }) };
    await recordAudit(trx, { actor, action: 'mailbox.give', subject: `person:${personId}`, after, at: clock.now() });
    return true;
  });
}

/** Sends the mailbox its link, and tells every channel in use. */
export async function askMailbox(
  trx: Trx,
  context: IdentityContext,
  person: Person,
  {
    email,
    operator,
    ...lost
  }: { readonly email: string; readonly operator: string; readonly lostChannel?: ContactChannel },
): Promise<void> {
  const { clock, siteUrl } = context;
  const { id: personId, language } = person;
  const now = clock.now();
  const asked = { kind: 'EMAIL', value: email, sessionId: null, status: 'SENT', ...lost } as const;
  const { change, isNew } = await requestContactChange(trx, context, person, asked);
  if (isNew) {
    const link = { kind: 'EMAIL_CONFIRM', personId, subjectId: change.id, now, validMs: CONTACT_WAIT_MS } as const;
    const url = emailLinkUrl(siteUrl, language, await issueLink(trx, link));
    await sendToMailbox(trx, context, { ...person, email }, 'email-confirm', { link: url });
  }
  await recordStaffAccess(trx, { personId, kind: 'EMAIL_CHANGED', at: now, operator });
}
