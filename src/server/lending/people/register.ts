import { MARKETING_CHANNELS, marketingPurpose } from '#api/consent.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { hashPassword, passwordRefusal } from '#server/kit/passwords.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { limaTime } from './messages/identity-messages.ts';
import { sendAccountEmail, sendEmailConfirmation } from './messages/send-account-email.ts';
import { type OpenedSession, presentSession, writeSession } from './open-session.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import {
  challengeByCode,
  fromAddress,
  type Limited,
  RESEND_SECONDS,
  reachesPhone,
  sendAnotherCode,
} from './send-code.ts';
import type { Replaced } from './sign-in.ts';
import { recordAccess } from './store/access-log-store.ts';
import { answerChallenge, isCode, readChallenge } from './store/challenge-store.ts';
import { appendConsent } from './store/consent-store.ts';
import { storePassword } from './store/credential-store.ts';
import { createPerson, documentIndexOf, findPersonByDocument, phoneIndexOf, readPerson } from './store/person-store.ts';
import {
  completeRegistration,
  findByToken,
  insertRegistration,
  issueRegistrationToken,
  type Registration,
  type RegistrationDetails,
  readRegistration,
} from './store/registration-store.ts';
import { isCounted, takeAttempts } from './store/throttle-store.ts';
import type { CodeChannel } from './tables.ts';
import { CODE_NAME_LIMIT, DOCUMENTS_LIMIT, NO_LIMIT } from './throttles.ts';

/** Starts a registration: sends a code to the telephone as typed (domain 2.1.2). */
export async function startRegistration(
  context: IdentityContext,
  details: RegistrationDetails,
  origin: Origin,
): Promise<{ readonly kind: 'started'; readonly registrationId: string } | Limited> {
  const { db, vault, clock } = context;
  const counted = await countCode(context, details.phone, origin);
  if (counted.kind === 'limited') return counted;
  const destination = {
    channel: 'SMS',
    to: details.phone,
    language: details.language,
    isSent: counted.isSent,
  } as const;
  const now = clock.now();
  const { documentType, documentNumber } = details;
  const known = await findPersonByDocument(db.kysely, vault, documentType, documentNumber);
  const registrationId = await db.kysely.transaction().execute(async (trx) => {
    const id = await challengeByCode(trx, context, { kind: 'REGISTRATION', now }, destination);
    await insertRegistration(trx, vault, { id, existing: known !== undefined, details, now });
    return id;
  });
  return { kind: 'started', registrationId };
}

/**
 * Codes of registrations to the telephone as typed have a limit that is told, and counts nothing else. What else was sent
 * to it depends on whose it is: that it has had enough is not told, and nothing is sent.
 */
async function countCode(
  context: IdentityContext,
  phone: string,
  origin: Origin,
): Promise<{ readonly kind: 'counted'; readonly isSent: boolean } | Limited> {
  const { db, vault, clock } = context;
  const key = phoneIndexOf(vault, phone);
  const typed = { scope: 'code-for-registration', key, rule: CODE_NAME_LIMIT } as const;
  const attempt = await takeAttempts(db.kysely, clock.now(), [typed], fromAddress(origin));
  if (attempt.kind === 'limited') return attempt;
  return { kind: 'counted', isSent: await reachesPhone(context, key, 'REGISTRATION') };
}

export type Resent =
  | { readonly kind: 'sent' }
  | { readonly kind: 'too-early' }
  | { readonly kind: 'channel-not-allowed' }
  | { readonly kind: 'not-there' }
  | Limited;

/** Sends another code, by another channel if requested; the previous one becomes invalid. */
export async function resendRegistrationCode(
  context: IdentityContext,
  { id, channel }: { readonly id: string; readonly channel: CodeChannel },
  origin: Origin,
): Promise<Resent> {
  const { db, vault, clock } = context;
  // A code by e-mail would prove the e-mail, not the telephone.
  if (channel === 'EMAIL' || !context.codeChannels.includes(channel)) return { kind: 'channel-not-allowed' };
  const now = clock.now();
  const open = await readChallenge(db.kysely, id);
  const registration = await readRegistration(db.kysely, vault, id);
  if (!registration || !open || open.met_at !== null || open.expires_at.getTime() <= now) return { kind: 'not-there' };
  if (now - (open.sent_at?.getTime() ?? 0) < RESEND_SECONDS * 1000) return { kind: 'too-early' };
  const { phone, language } = registration.details;
  const counted = await countCode(context, phone, origin);
  if (counted.kind === 'limited') return counted;
  const destination = { channel, to: phone, language, isSent: counted.isSent } as const;
  await db.kysely.transaction().execute((trx) => sendAnotherCode(trx, context, id, { ...destination, now }));
  return { kind: 'sent' };
}

export type Verified =
  | { readonly kind: 'new'; readonly registrationToken: string }
  /** A client with this document exists: they have to sign in. */
  | { readonly kind: 'existing' }
  | { readonly kind: 'refused'; readonly because: 'wrong' | 'expired' | 'over' }
  | Limited;

/**
 * Verifies the telephone. Only then does the answer reveal whether the document is known: of a few documents a day for
 * each telephone, and the document's client is told at once (decision 117).
 */
export async function verifyRegistration(
  context: IdentityContext,
  { id, code }: { readonly id: string; readonly code: string },
  origin: Origin,
): Promise<Verified> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const registration = await readRegistration(db.kysely, vault, id);
  const outcome = await db.kysely
    .transaction()
    .execute((trx) => answerChallenge(trx, id, now, (open) => isCode(vault, open, code)));
  if (outcome.kind === 'worn-out') return { ...outcome, kind: 'limited' };
  if (outcome.kind !== 'met') return { kind: 'refused', because: outcome.kind };
  if (!registration) return { kind: 'refused', because: 'over' };
  const asked = await countDocument(context, registration.details);
  if (asked.kind === 'limited') return asked;
  return db.kysely.transaction().execute(async (trx): Promise<Verified> => {
    // Looked up again: the same person may have registered with another telephone since this code was sent.
    const { documentType, documentNumber, phone } = registration.details;
    const known = await findPersonByDocument(trx, vault, documentType, documentNumber);
    if (known !== undefined) await tellItsClient(trx, context, known, { phone, origin, isFirst: asked.isFirst });
    if (registration.existing || known !== undefined) return { kind: 'existing' };
    return { kind: 'new', registrationToken: await issueRegistrationToken(trx, id, now) };
  });
}

/**
 * Counts the documents of a day that a telephone was told about, each once, known or not: the limit itself tells nothing,
 * and who begins anew with their own is not refused.
 */
async function countDocument(
  { db, vault, clock }: IdentityContext,
  { phone, documentType, documentNumber }: RegistrationDetails,
): Promise<{ readonly kind: 'counted'; readonly isFirst: boolean } | Limited> {
  const now = clock.now();
  const key = phoneIndexOf(vault, phone);
  const document = documentIndexOf(vault, documentType, documentNumber);
  const same = { scope: 'document-of-phone', key: `${key} ${document}`, rule: NO_LIMIT } as const;
  if (await isCounted(db.kysely, same, now)) return { kind: 'counted', isFirst: false };
  const other = { scope: 'documents-of-phone', key, rule: DOCUMENTS_LIMIT } as const;
  const attempt = await takeAttempts(db.kysely, now, [same, other]);
  return attempt.kind === 'limited' ? attempt : { kind: 'counted', isFirst: true };
}

/** A client whose document is typed with another telephone than theirs hears of it, once a day of each telephone. */
async function tellItsClient(
  trx: Trx,
  context: IdentityContext,
  personId: string,
  { phone, origin, isFirst }: { readonly phone: string; readonly origin: Origin; readonly isFirst: boolean },
): Promise<void> {
  const person = await readPerson(trx, context.vault, personId);
  if (!person || person.phone === phone || !isFirst) return;
  const at = context.clock.now();
  await recordAccess(trx, { personId, kind: 'REGISTRATION_TRIED', at, caller: origin.caller });
  await sendAccountEmail(trx, context, person, 'document-typed', {
    ...limaTime(context.clock),
    phone: phone.slice(-3),
  });
}

export type Registered =
  | { readonly kind: 'session'; readonly opened: OpenedSession }
  | { readonly kind: 'password-refused'; readonly code: FieldCode }
  | { readonly kind: 'over' };

/** Creates the client: person, password, consents and a session in this browser, all or nothing. */
export async function finishRegistration(
  context: IdentityContext,
  { id, token, password }: { readonly id: string; readonly token: string; readonly password: string },
  origin: Origin,
  replaces: Replaced,
): Promise<Registered> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const registration = await findByToken(db.kysely, vault, { id, token, now });
  if (!registration) return { kind: 'over' };
  const code = passwordRefusal(password, registration.details);
  if (code) return { kind: 'password-refused', code };
  const passwordHash = await hashPassword(password);
  const made = await db.kysely.transaction().execute(async (trx) => {
    if (!(await completeRegistration(trx, id, now))) return undefined;
    const personId = await makeClient(trx, context, registration, { passwordHash, origin, now });
    const person = personId === undefined ? undefined : await readPerson(trx, vault, personId);
    if (!person) return undefined;
    await sendEmailConfirmation(trx, context, person);
    const signedIn = { person, origin, replaces, isNewDevice: false, remember: true };
    return { person, written: await writeSession(trx, context, signedIn) };
  });
  if (!made) return { kind: 'over' };
  return { kind: 'session', opened: await presentSession(context, made.person, made.written) };
}

async function makeClient(
  trx: Trx,
  { vault }: IdentityContext,
  { details }: Registration,
  { passwordHash, origin, now }: { readonly passwordHash: string; readonly origin: Origin; readonly now: number },
): Promise<string | undefined> {
  const { documentType, documentNumber, phone, email, language } = details;
  const person = { documentType, documentNumber, phone, email, language, phoneVerifiedAt: new Date(now) };
  const created = await createPerson(trx, vault, person, now);
  // The same document was registered meanwhile.
  if (created.kind === 'known') return undefined;
  const { personId } = created;
  await storePassword(trx, personId, passwordHash, now);
  for (const [purpose, granted] of consentsOf(details)) {
    const { textVersion } = details;
    const consent = { personId, purpose, granted, textVersion, caller: origin.caller, at: new Date(now) };
    await appendConsent(trx, { ...consent, consentId: uuidv7(now) });
  }
  return personId;
}

/** Both consents and refusals are recorded. */
function consentsOf({ marketing }: RegistrationDetails): (readonly [purpose: string, granted: boolean])[] {
  return [
    ['TERMS', true],
    ['PRIVACY', true],
    ...MARKETING_CHANNELS.map((channel) => [marketingPurpose(channel), marketing[channel]] as const),
  ];
}
