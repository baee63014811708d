import type { ContactKind } from '#api/contact-change.ts';
import type { Trx } from '#server/kit/tables.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { identitySms, limaTime, stopUrl } from './messages/identity-messages.ts';
import { sendToMailbox } from './messages/send-account-email.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { personSeal } from './person-seal.ts';
import { recordAccess } from './store/access-log-store.ts';
import {
  type Channels,
  CONTACT_WAIT_MS,
  type ContactChange,
  closeContactChanges,
  insertContactChange,
  maskedValue,
  readContactChanges,
} from './store/contact-change-store.ts';
import { forgetBrowsers } from './store/credential-store.ts';
import { issueLink, takeLink } from './store/link-store.ts';
import { type Person, readPerson } from './store/person-store.ts';
import { revokeSessions } from './store/session-store.ts';

/** A link that stops is good while what it tells of is open: an unanswered day, then the day of waiting. */
const STOP_LINK_MS = 3 * CONTACT_WAIT_MS;

const NEWS = {
  EMAIL: 'email-changing',
  PHONE: 'phone-changing',
  BANK_ACCOUNT: 'bank-account-changing',
} as const satisfies Record<ContactKind, string>;

/** Serialises whatever changes how a person is reached and paid. */
export async function lockPerson(
  trx: Trx,
  { vault }: Pick<IdentityContext, 'vault'>,
  personId: string,
): Promise<Person | undefined> {
  await trx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
  return readPerson(trx, vault, personId);
}

/**
 * Writes down a change of e-mail, telephone or bank account that its client has proved (domain 2.1.3): it counts a day
 * later, and every channel in use before the first open change is told at once how to stop it. The person is locked.
 * The same change again is the one that is waiting.
 */
export async function requestContactChange(
  trx: Trx,
  context: IdentityContext,
  person: Person,
  asked: Pick<ContactChange, 'kind' | 'value' | 'sessionId' | 'status'>,
): Promise<{ readonly change: ContactChange; readonly isNew: boolean }> {
  const { vault, clock, siteUrl, brandName } = context;
  const { id: personId, language } = person;
  const now = clock.now();
  const seal = await personSeal(trx, vault, personId);
  const open = await readContactChanges(trx, seal, personId);
  const same = open.find(
    ({ kind, value, status }) => kind === asked.kind && value === asked.value && status === 'PENDING',
  );
  if (same) return { change: same, isNew: false };
  const told = channelsOf(person, open);
  const change = await insertContactChange(trx, seal, { ...asked, personId, told, now });
  const validMs = STOP_LINK_MS;
  const token = await issueLink(trx, { kind: 'CONTACT_STOP', personId, subjectId: change.id, now, validMs });
  const news = {
    ...limaTime(now),
    value: maskedValue(asked.kind, asked.value),
    link: stopUrl(siteUrl, language, token),
  };
  for (const email of told.emails) await sendToMailbox(trx, context, { ...person, email }, NEWS[asked.kind], news);
  for (const phone of told.phones) {
    const sms = identitySms(NEWS[asked.kind], { phone, language }, { ...news, brand: brandName });
    await enqueueSealedMessage(trx, vault, sms, now);
  }
  return { change, isNew: true };
}

/** The channels in use, and those that an open change was told to: a second change does not silence the first. */
function channelsOf({ phone, email, emailVerifiedAt }: Person, open: readonly ContactChange[]): Channels {
  const phones = new Set(open.flatMap(({ told }) => told.phones));
  const emails = new Set(open.flatMap(({ told }) => told.emails));
  if (phone !== undefined) phones.add(phone);
  if (email !== undefined && emailVerifiedAt !== null) emails.add(email);
  return { phones: [...phones], emails: [...emails] };
}

/**
 * Stops the open changes of a person whose account may be in wrong hands; whoever was in may have asked for them. What
 * staff decided is not stopped by a client's own session.
 * @returns how many there were
 */
export async function stopOpenChanges(
  trx: Trx,
  context: IdentityContext,
  personId: string,
  { askedBeside }: { readonly askedBeside?: string } = {},
): Promise<number> {
  const now = context.clock.now();
  await lockPerson(trx, context, personId);
  return closeContactChanges(trx, { personId, status: 'STOPPED', now, askedBeside });
}

/**
 * Stops every open change of the person by the link that an old channel was told: it was requested in a session that may
 * be a thief's, so all end, and every browser has to prove itself again.
 * @returns false for a link that is unknown or used, or with nothing left to stop
 */
export function stopContactChanges(context: IdentityContext, token: string, origin: Origin): Promise<boolean> {
  const now = context.clock.now();
  return context.db.kysely.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'CONTACT_STOP', token, now);
    if (link.kind !== 'used-now' || link.personId === null) return false;
    const { personId } = link;
    if ((await stopOpenChanges(trx, context, personId)) === 0) return false;
    await revokeSessions(trx, personId, { because: 'contact-change-stopped', now });
    await forgetBrowsers(trx, personId);
    const { caller, userAgent } = origin;
    await recordAccess(trx, { personId, kind: 'SESSION_ENDED', at: now, caller, userAgent });
    return true;
  });
}
