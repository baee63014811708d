import { calendarDate } from '#loan/calendar.ts';
import type { Client } from '#server/kit/gate.ts';
import { recordTrustEvent } from '#server/lending/loans/store/trust-store.ts';
import { lockPerson, requestContactChange } from '#server/lending/people/contact-change.ts';
import { emailLinkUrl } from '#server/lending/people/messages/identity-messages.ts';
import { sendToMailbox } from '#server/lending/people/messages/send-account-email.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import type { Limited } from '#server/lending/people/send-code.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { CONTACT_WAIT_MS, confirmContactChange } from '#server/lending/people/store/contact-change-store.ts';
import { issueLink, takeLink } from '#server/lending/people/store/link-store.ts';
import { changePerson } from '#server/lending/people/store/person-store.ts';
import { takeAttempt } from '#server/lending/people/store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from '#server/lending/people/throttles.ts';

/**
 * Starts a change of e-mail: a link goes to the new address, and the old channels are told how to stop it. The answer
 * must not reveal whether another client has the address.
 */
export async function changeEmail(
  context: IdentityContext,
  { personId, sessionId }: Client,
  newEmail: string,
): Promise<{ readonly kind: 'sent' } | Limited> {
  const { db, clock, siteUrl } = context;
  const now = clock.now();
  const attempt = await takeAttempt(db.kysely, { scope: 'email-change', key: personId, now }, ACCOUNT_EMAIL_LIMIT);
  if (attempt.kind === 'limited') return attempt;
  await db.kysely.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, context, personId);
    if (!person) return;
    const asked = { kind: 'EMAIL', value: newEmail, sessionId, status: 'SENT' } as const;
    const { change, isNew } = await requestContactChange(trx, context, person, asked);
    if (!isNew) return;
    const { language } = person;
    const link = { kind: 'EMAIL_CONFIRM', personId, subjectId: change.id, now, validMs: CONTACT_WAIT_MS } as const;
    const url = emailLinkUrl(siteUrl, language, await issueLink(trx, link));
    await sendToMailbox(trx, context, { ...person, email: newEmail }, 'email-confirm', { link: url });
  });
  return { kind: 'sent' };
}

export type EmailConfirmed = 'own' | 'changes-later' | 'over';

/**
 * The mailbox has answered. The address given at registration is confirmed at once; another one counts a day from now
 * (domain 2.1.3).
 * @returns `over` for a link that is unknown or used, or whose change was stopped
 */
export function confirmEmail(context: IdentityContext, token: string, origin: Origin): Promise<EmailConfirmed> {
  const { db, vault, clock } = context;
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'EMAIL_CONFIRM', token, now);
    if (link.kind !== 'used-now' || link.personId === null) return 'over';
    const { personId, subjectId } = link;
    const person = await lockPerson(trx, context, personId);
    if (!person || person.status === 'CLOSED') return 'over';
    const { caller, userAgent } = origin;
    if (subjectId !== null) {
      if (!(await confirmContactChange(trx, subjectId, now))) return 'over';
      await recordAccess(trx, { personId, kind: 'EMAIL_CHANGED', at: now, caller, userAgent });
      return 'changes-later';
    }
    // Confirmed meanwhile, perhaps as another address.
    if (person.emailVerifiedAt !== null) return 'over';
    await changePerson(trx, vault, personId, { emailVerifiedAt: new Date(now) }, { now });
    const date = calendarDate(clock.businessDate());
    await recordTrustEvent(trx, { personId, event: 'email-verified', date, naturalKey: 'email-verified' }, now);
    return 'own';
  });
}
