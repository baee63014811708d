import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { PasskeyBody } from '#api/passkey.ts';
import type { Client } from '#server/kit/gate.ts';
import { insertPasskey, keepChallenge, takeChallenge } from '#server/kit/kept-passkeys.ts';
import {
  type Answered,
  challengeIn,
  creationOptions,
  isOriginForPasskeys,
  madePasskey,
  rpIdOf,
} from '#server/kit/passkeys.ts';
import { newSecret } from '#server/kit/secret.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { lockPerson, STOP_LINK_MS } from '../contact-change.ts';
import { identitySms, limaTime, stopUrl } from '../messages/identity-messages.ts';
import { sendToMailbox } from '../messages/send-account-email.ts';
import type { IdentityContext, Origin } from '../people-context.ts';
import type { Limited } from '../send-code.ts';
import { recordAccess } from '../store/access-log-store.ts';
import { CONTACT_WAIT_MS } from '../store/contact-change-store.ts';
import { issueLink } from '../store/link-store.ts';
import { type Person, readPerson } from '../store/person-store.ts';
import { isSessionOpen } from '../store/session-store.ts';
import { takeAttempt } from '../store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from '../throttles.ts';
import { deviceInLetter, deviceOf, passkeyName } from './passkey-name.ts';
import { passkeysOf, type StoredPasskey } from './passkey-store.ts';
import { removePasskeys } from './remove-passkeys.ts';

/** More devices than a client has; each one tells by letter and SMS. */
export const MAX_PASSKEYS = 10;

/** Tells whether a client is offered passkeys: the site has a name that they can belong to, and money was paid out. */
export async function mayHavePasskeys({ siteUrl, standing }: IdentityContext, personId: string): Promise<boolean> {
  return isOriginForPasskeys(siteUrl) && (await standing.hasBeenPaidOut(personId));
}

export type AddingOpened =
  | { readonly kind: 'options'; readonly options: PublicKeyCredentialCreationOptionsJSON }
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'enough' }
  | Limited;

/** Opens the browser's dialog that makes a passkey; password and code were proved in this session. */
export async function openAdding(
  context: IdentityContext,
  { personId, sessionId }: Pick<Client, 'personId' | 'sessionId'>,
): Promise<AddingOpened> {
  const { db, vault, clock, siteUrl, brandName } = context;
  const now = clock.now();
  const person = await readPerson(db.kysely, vault, personId);
  if (!person || !(await mayHavePasskeys(context, personId))) return { kind: 'not-offered' };
  const known = await passkeysOf(db.kysely, personId);
  if (known.length >= MAX_PASSKEYS) return { kind: 'enough' };
  // Every passkey that is added sends a letter and an SMS, hence the limit.
  const attempt = await takeAttempt(db.kysely, { scope: 'passkey-adding', key: personId, now }, ACCOUNT_EMAIL_LIMIT);
  if (attempt.kind === 'limited') return attempt;
  const handle = known[0]?.user_handle ?? newSecret();
  const about = { purpose: 'add', bound_to: sessionId, user_handle: handle } as const;
  const challenge = newSecret();
  await keepChallenge(db.kysely, 'passkey_challenge', about, { secret: challenge, now });
  const name = [person.firstName, person.lastName1].filter(Boolean).join(' ') || brandName;
  const user = { handle, name, displayName: name };
  return { kind: 'options', options: await creationOptions({ origin: siteUrl, challenge, brandName, user, known }) };
}

export type Added =
  | { readonly kind: 'added'; readonly passkey: PasskeyBody }
  /** Anything about it is wrong, it is known already or one too many, or the dialog was open for too long. */
  | { readonly kind: 'refused' };

/**
 * Adds the passkey that was made. It opens a session from a day later on; every channel of the client is told of it at once,
 * with a link that stops it (decision 0116).
 */
export async function addPasskey(
  context: IdentityContext,
  { personId, sessionId }: Pick<Client, 'personId' | 'sessionId'>,
  credential: Answered,
  origin: Origin,
): Promise<Added> {
  const { db, clock, siteUrl } = context;
  const now = clock.now();
  const challenge = challengeIn(credential);
  if (challenge === undefined) return { kind: 'refused' };
  const of = { purpose: 'add', bound_to: sessionId, now } as const;
  const opened = await takeChallenge(db.kysely, 'passkey_challenge', challenge, of);
  const made = opened && (await madePasskey(credential, { origin: siteUrl, challenge }));
  if (!made) return { kind: 'refused' };
  const passkey = {
    ...{ id: uuidv7(now), person_id: personId, session_id: sessionId },
    ...{ credential_id: made.id, public_key: Buffer.from(made.publicKey), counter: made.counter },
    ...{ transports: made.transports ?? [], rp_id: rpIdOf(siteUrl), user_handle: opened.user_handle ?? '' },
    ...{ name: passkeyName(origin.userAgent), created_at: new Date(now) },
    counts_at: new Date(now + CONTACT_WAIT_MS),
  };
  return db.kysely.transaction().execute(async (trx): Promise<Added> => {
    const person = await lockPerson(trx, context, personId);
    // What ends a client's sessions ends the dialogs that were opened in them.
    if (!person || person.status === 'CLOSED' || !(await isSessionOpen(trx, sessionId))) return { kind: 'refused' };
    // Other dialogs may have been open side by side.
    if ((await passkeysOf(trx, personId)).length >= MAX_PASSKEYS) return { kind: 'refused' };
    if (!(await insertPasskey(trx, 'person_passkey', passkey))) return { kind: 'refused' };
    await tellOfAdding(trx, context, person, passkey);
    const { caller, userAgent } = origin;
    await recordAccess(trx, { personId, kind: 'PASSKEY_ADDED', at: now, caller, userAgent });
    return { kind: 'added', passkey: presentPasskey({ ...passkey, last_used_at: null }, now) };
  });
}

/** By every channel of the client, whatever they chose for other messages. */
async function tellOfAdding(
  trx: Trx,
  context: IdentityContext,
  person: Person,
  { id, name }: Pick<StoredPasskey, 'id' | 'name'>,
): Promise<void> {
  const { vault, clock, siteUrl, brandName } = context;
  const { id: personId, language, phone, email, emailVerifiedAt } = person;
  const now = clock.now();
  const token = await issueLink(trx, { kind: 'CONTACT_STOP', personId, subjectId: id, now, validMs: STOP_LINK_MS });
  const news = {
    ...limaTime(clock),
    device: deviceInLetter({ name }, language),
    link: stopUrl(siteUrl, language, token),
  };
  if (email !== undefined && emailVerifiedAt !== null) {
    await sendToMailbox(trx, context, { ...person, email }, 'passkey-adding', news);
  }
  if (phone !== undefined) {
    const sms = identitySms('passkey-adding', { phone, language }, { ...news, brand: brandName });
    await enqueueSealedMessage(trx, vault, sms, now);
  }
  const naturalKey = `passkey:${id}`;
  await context.tellClientArea(trx, { personId, kind: 'passkey-adding', naturalKey, now, ends: [] });
}

/** Removes one passkey of a client. @returns false when they have no such one */
export function removePasskey(
  context: IdentityContext,
  personId: string,
  id: string,
  origin: Origin,
): Promise<boolean> {
  return context.db.kysely.transaction().execute(async (trx) => {
    await lockPerson(trx, context, personId);
    const removed = await removePasskeys(trx, context, personId, { id }, origin);
    return removed.length > 0;
  });
}

/** A passkey as its client sees it. */
export function presentPasskey(
  passkey: Pick<StoredPasskey, 'id' | 'name' | 'credential_id' | 'created_at' | 'counts_at' | 'last_used_at'>,
  now: number,
): PasskeyBody {
  const { id, credential_id: credentialId, created_at, counts_at, last_used_at } = passkey;
  return {
    id,
    credentialId,
    device: deviceOf(passkey),
    createdAt: created_at.toISOString(),
    countsAt: counts_at.getTime() > now ? counts_at.toISOString() : null,
    lastUsedAt: last_used_at?.toISOString() ?? null,
  };
}
