import type { ContactKind } from '#api/contact-change.ts';
import type { Trx } from '#server/kit/tables.ts';
import { VaultError } from '#server/kit/vault.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { endAccess } from './end-access.ts';
import { identitySms, limaTime, stopUrl } from './messages/identity-messages.ts';
import { sendToMailbox } from './messages/send-account-email.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { personSeal, personSealIfKept } from './person-seal.ts';
import { recordAccess } from './store/access-log-store.ts';
import {
  type Channels,
  CONTACT_WAIT_MS,
  type ContactChange,
  type ContactChannel,
  closeContactChanges,
  insertContactChange,
  maskedValue,
  openTold,
  readContactChanges,
} from './store/contact-change-store.ts';
import { issueLink, takeLink } from './store/link-store.ts';
import { type Person, readPerson } from './store/person-store.ts';

/** A link that stops is good while the change it is about is open: an unanswered day, then the day of waiting. */
export const STOP_LINK_MS = 3 * CONTACT_WAIT_MS;

/** The letter and the SMS about each. */
const NEWS = {
  EMAIL: 'email-changing',
  PHONE: 'phone-changing',
  BANK_ACCOUNT: 'bank-account-changing',
} as const satisfies Record<ContactKind, string>;

/** Notifications of it inside the client area. */
export const CONTACT_NOTIFICATIONS = {
  EMAIL: 'email-changing',
  PHONE: 'phone-changing',
  BANK_ACCOUNT: 'account-changing',
} as const satisfies Record<ContactKind, string>;

/** Serialises whatever changes how a person is reached and paid. */
export async function lockPerson(
  trx: Trx,
  { vault }: Pick<IdentityContext, 'vault'>,
  personId: string,
): Promise<Person | undefined> {
  await trx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
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
  asked: Pick<ContactChange, 'kind' | 'value' | 'sessionId' | 'status'> & { readonly lostChannel?: ContactChannel },
): Promise<{ readonly change: ContactChange; readonly isNew: boolean }> {
  const { vault, clock, siteUrl, brandName } = context;
  const { id: personId, language } = person;
  const now = clock.now();
  const seal = await personSeal(trx, vault, personId);
  const open = await readContactChanges(trx, seal, personId);
  const same = open.find(
    ({ kind, value, status }) => kind === asked.kind && value === asked.value && status === 'PENDING',
  );
  // Nor may a session replace what staff approved against a channel in wrong hands: a thief may hold the session.
  const approved = open.find(({ kind, lostChannel }) => kind === asked.kind && lostChannel !== null);
  const waiting = same ?? (asked.sessionId === null ? undefined : approved);
  if (waiting) return { change: waiting, isNew: false };
  const { lostChannel = null } = asked;
  const told = channelsOf(person, open, lostChannel);
  const change = await insertContactChange(trx, seal, { ...asked, lostChannel, personId, told, now });
  const validMs = STOP_LINK_MS;
  const token = await issueLink(trx, { kind: 'CONTACT_STOP', personId, subjectId: change.id, now, validMs });
  const news = {
    ...limaTime(clock),
    value: maskedValue(asked.kind, asked.value),
    link: stopUrl(siteUrl, language, token),
  };
  for (const email of told.emails) await sendToMailbox(trx, context, { ...person, email }, NEWS[asked.kind], news);
  for (const phone of told.phones) {
    const sms = identitySms(NEWS[asked.kind], { phone, language }, { ...news, brand: brandName });
    await enqueueSealedMessage(trx, vault, sms, now);
  }
  const notification = CONTACT_NOTIFICATIONS[asked.kind];
  const naturalKey = `contact-change:${change.id}`;
  await context.tellClientArea(trx, { personId, kind: notification, naturalKey, now, ends: [notification] });
  return { change, isNew: true };
}

/**
 * Lists the channels in use, and those that an open change was told to, because a second change must not silence the
 * first. Of a kind that is in wrong hands, none.
 */
function channelsOf(
  { phone, email, emailVerifiedAt }: Person,
  open: readonly ContactChange[],
  lost: ContactChannel | null,
): Channels {
  const phones = new Set(open.flatMap(({ told }) => told.phones));
  const emails = new Set(open.flatMap(({ told }) => told.emails));
  if (phone !== undefined) phones.add(phone);
  if (email !== undefined && emailVerifiedAt !== null) emails.add(email);
  return { phones: lost === 'PHONE' ? [] : [...phones], emails: lost === 'EMAIL' ? [] : [...emails] };
}

/**
 * Stops the open changes of a person whose account may be in wrong hands, because a thief may have asked for them.
 * What staff approved against a channel in wrong hands stays, unless told otherwise: only its own link and staff stop
 * it.
 * @returns how many there were
 */
export async function stopOpenChanges(
  trx: Trx,
  context: IdentityContext,
  personId: string,
  which: Pick<Parameters<typeof closeContactChanges>[1], 'askedBeside' | 'keepsApproved'> = { keepsApproved: true },
): Promise<number> {
  const now = context.clock.now();
  const person = await lockPerson(trx, context, personId);
  const stopped = await closeContactChanges(trx, { personId, status: 'STOPPED', now, ...which });
  if (person && stopped.length > 0) await notifyOfStop(trx, context, person, stopped);
  return stopped.length;
}

/**
 * Tells everybody who was told of the changes that they are over, because the person who stopped them may have been a
 * thief.
 */
async function notifyOfStop(
  trx: Trx,
  context: IdentityContext,
  person: Person,
  stopped: Awaited<ReturnType<typeof closeContactChanges>>,
): Promise<void> {
  const { vault, clock, brandName } = context;
  const { id: personId, language } = person;
  const now = clock.now();
  const seal = await personSealIfKept(trx, vault, personId);
  const told = stopped.flatMap((change) => {
    try {
      return seal ? [openTold(seal, change)] : [];
    } catch (error) {
      // One that does not open is stopped all the same; whom it was told to cannot be known.
      if (error instanceof VaultError) return [];
      throw error;
    }
  });
  const news = limaTime(clock);
  for (const email of new Set(told.flatMap(({ emails }) => emails))) {
    await sendToMailbox(trx, context, { ...person, email }, 'changes-stopped', news);
  }
  for (const phone of new Set(told.flatMap(({ phones }) => phones))) {
    const sms = identitySms('changes-stopped', { phone, language }, { ...news, brand: brandName });
    await enqueueSealedMessage(trx, vault, sms, now);
  }
  const naturalKey = `contact-change-stopped:${stopped[0]?.id}`;
  const ends = stopped.map(({ kind }) => CONTACT_NOTIFICATIONS[kind]);
  await context.tellClientArea(trx, { personId, kind: 'changes-stopped', naturalKey, now, ends });
}

export type StopDone = 'stopped' | 'nothing-open' | 'over';

/**
 * Stops every open change of the person by the link that an old channel was told, and removes every passkey: it was
 * requested in a session that may be a thief's, so all end, and every browser has to prove itself again.
 * Sessions end also when nothing waits any more: the link is used up either way.
 * @returns `over` for a link that is unknown or used
 */
export function stopContactChanges(context: IdentityContext, token: string, origin: Origin): Promise<StopDone> {
  const now = context.clock.now();
  return context.db.kysely.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'CONTACT_STOP', token, now);
    if (link.kind !== 'used-now' || link.personId === null) return 'over';
    const { personId } = link;
    const stopped = await stopOpenChanges(trx, context, personId, { keepsApproved: { but: link.subjectId } });
    const { removed } = await endAccess(trx, context, personId, { because: 'contact-change-stopped', now });
    const { caller, userAgent } = origin;
    await recordAccess(trx, { personId, kind: 'SESSION_ENDED', at: now, caller, userAgent });
    const isStopped = stopped > 0 || removed.some(({ id }) => id === link.subjectId);
    return isStopped ? 'stopped' : 'nothing-open';
  });
}
