import type { Kysely } from 'kysely';
import { calendarDate } from '#loan/calendar.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { recordTrustEvent } from '#server/lending/loans/store/trust-store.ts';
import { emailLinkUrl, limaTime } from '#server/lending/people/identity-messages.ts';
import { maskedEmail } from '#server/lending/people/masks.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { sendAccountEmail } from '#server/lending/people/send-account-email.ts';
import type { Limited } from '#server/lending/people/send-code.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { forgetBrowsers } from '#server/lending/people/store/credential-store.ts';
import { issueLink, takeLink } from '#server/lending/people/store/link-store.ts';
import { changePerson, readPerson } from '#server/lending/people/store/person-store.ts';
import { revokeSessions } from '#server/lending/people/store/session-store.ts';
import { takeAttempt } from '#server/lending/people/store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from '#server/lending/people/throttles.ts';
import {
  decideEmailChange,
  EMAIL_LINK_MS,
  findOpenEmailChange,
  insertEmailChange,
  openNewEmail,
} from './email-change-store.ts';

/**
 * Starts a change of e-mail: a link to the new address, and a notice with a way to stop it to the old one. The answer
 * does not reveal whether another client has the address.
 */
export async function changeEmail(
  context: IdentityContext,
  personId: string,
  newEmail: string,
): Promise<{ readonly kind: 'sent' } | Limited> {
  const { db, vault, clock, siteUrl } = context;
  const now = clock.now();
  const attempt = await takeAttempt(db.kysely, { scope: 'email-change', key: personId, now }, ACCOUNT_EMAIL_LIMIT);
  if (attempt.kind === 'limited') return attempt;
  await db.kysely.transaction().execute(async (trx) => {
    const person = await readPerson(trx, vault, personId);
    if (!person) return;
    const seal = await personSeal(trx, vault, personId);
    const subjectId = await insertEmailChange(trx, seal, { personId, newEmail, now });
    const link = { personId, subjectId, now, validMs: EMAIL_LINK_MS };
    const { language } = person;
    const yes = await issueLink(trx, { ...link, kind: 'EMAIL_CONFIRM' });
    await sendAccountEmail(trx, context, { ...person, email: newEmail }, 'email-confirm', {
      link: emailLinkUrl(siteUrl, language, { act: 'confirm', token: yes }),
    });
    const no = await issueLink(trx, { ...link, kind: 'EMAIL_CANCEL' });
    await sendAccountEmail(trx, context, person, 'email-changing', {
      ...limaTime(now),
      address: maskedEmail(newEmail),
      link: emailLinkUrl(siteUrl, language, { act: 'cancel', token: no }),
    });
  });
  return { kind: 'sent' };
}

/**
 * Confirms the change from the new mailbox; both addresses are notified.
 * @returns false for a link that is unknown or used, or whose change was stopped
 */
export function confirmEmail(context: IdentityContext, token: string, origin: Origin): Promise<boolean> {
  const { db, vault, clock } = context;
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'EMAIL_CONFIRM', token, now);
    if (link.kind !== 'used-now' || link.personId === null || link.subjectId === null) return false;
    const { personId, subjectId } = link;
    const sealed = await decideEmailChange(trx, subjectId, { status: 'CONFIRMED', now });
    const person = sealed === undefined ? undefined : await readPerson(trx, vault, personId);
    if (sealed === undefined || !person || person.status === 'CLOSED') return false;
    const email = openNewEmail(await personSeal(trx, vault, personId), subjectId, sealed);
    await changePerson(trx, vault, personId, { email, emailVerifiedAt: new Date(now) }, { now });
    const { caller, userAgent } = origin;
    await recordAccess(trx, { personId, kind: 'EMAIL_CHANGED', at: now, caller, userAgent });
    const date = calendarDate(clock.businessDate());
    await recordTrustEvent(trx, { personId, event: 'email-verified', date, naturalKey: 'email-verified' }, now);
    const news = { ...limaTime(now), address: maskedEmail(email) };
    await sendAccountEmail(trx, context, person, 'email-changed', news);
    await sendAccountEmail(trx, context, { ...person, email }, 'email-changed', news);
    return true;
  });
}

/**
 * Stops the change from the old mailbox and ends every session, because the change was requested in one of them.
 * @returns false for a link that is unknown or used, or whose change is over
 */
export function cancelEmailChange(context: IdentityContext, token: string, origin: Origin): Promise<boolean> {
  const now = context.clock.now();
  return context.db.kysely.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'EMAIL_CANCEL', token, now);
    if (link.kind !== 'used-now' || link.personId === null || link.subjectId === null) return false;
    const { personId, subjectId } = link;
    if ((await decideEmailChange(trx, subjectId, { status: 'CANCELLED', now })) === undefined) return false;
    await revokeSessions(trx, personId, { because: 'email-change-stopped', now });
    await forgetBrowsers(trx, personId);
    const { caller, userAgent } = origin;
    await recordAccess(trx, { personId, kind: 'SESSION_ENDED', at: now, caller, userAgent });
    return true;
  });
}

/** The new address that is not confirmed yet, masked; null when there is none. */
export async function pendingEmail(
  db: Kysely<Tables>,
  vault: Vault,
  personId: string,
  now: number,
): Promise<string | null> {
  const open = await findOpenEmailChange(db, personId, now);
  if (!open) return null;
  return maskedEmail(openNewEmail(await personSeal(db, vault, personId), open.id, open.newEmailSealed));
}
