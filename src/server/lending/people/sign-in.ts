import { documentNumberRule } from '#api/field-rules/document-number.ts';
import { emailAddress } from '#api/field-rules/email.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { maskedEmail, maskedPhone } from './masks.ts';
import { type OpenedSession, presentSession, type SignedIn, writeSession } from './open-session.ts';
import { isPassword } from './passwords.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import {
  CODE_SECONDS,
  challengeByCode,
  countCode,
  decoyChallenge,
  type Limited,
  maySendCode,
  RESEND_SECONDS,
  takeFromAddress,
} from './send-code.ts';
import { isKnownDevice, readPasswordHash } from './store/credential-store.ts';
import {
  findPersonByDocument,
  findPersonByEmail,
  findPersonByPhone,
  type Person,
  readPerson,
} from './store/person-store.ts';
import { forgetAttempts, removeAttempt, takeAttempt } from './store/throttle-store.ts';
import { CODE_NAME_LIMIT, failureDelay, isGuessedAt, SIGN_IN_ADDRESS_LIMIT } from './throttles.ts';

/** The session this browser has when it signs in again. */
export type Replaced = SignedIn['replaces'];

export type SignInOutcome =
  | { readonly kind: 'session'; readonly opened: OpenedSession }
  | { readonly kind: 'challenge'; readonly challenge: ChallengeBody }
  | { readonly kind: 'wrong' }
  | Limited;

/**
 * A document number, an e-mail or a telephone, however it was typed. The look-ups depend only on what was typed, never
 * on what is found, so that they take equally long.
 */
export async function findByIdentifier({ db, vault }: IdentityContext, typed: string): Promise<string | undefined> {
  if (typed.includes('@')) {
    return findPersonByEmail(db.kysely, vault, emailAddress.normalise(typed));
  }
  const phone = mobilePhone.normalise(typed);
  const byPhone = await findPersonByPhone(db.kysely, vault, phone);
  const dni = documentNumberRule('DNI').normalise(typed);
  const byDni = await findPersonByDocument(db.kysely, vault, 'DNI', dni);
  // Nine digits that begin with 9 may be a mobile or the number of a carné.
  const ce = documentNumberRule('CE').normalise(typed);
  const byCe = await findPersonByDocument(db.kysely, vault, 'CE', ce);
  return byDni ?? byPhone ?? byCe;
}

/** The throttle key of an identifier, the same however it was typed, and not readable in the tables. */
export function identifierKey({ vault }: IdentityContext, typed: string): string {
  return vault.blindIndex('identifier', typed.replace(/[\s.()-]/g, '').toLowerCase());
}

/**
 * Signs in with document, e-mail or telephone and the password (domain 2.1.2). An unknown browser, and one with earlier
 * failures, must also enter a code. Failures elsewhere never slow a known browser down.
 */
export async function signIn(
  context: IdentityContext,
  { identifier, password }: { readonly identifier: string; readonly password: string },
  origin: Origin,
  replaces: Replaced,
): Promise<SignInOutcome> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const from = await takeAttempt(
    db.kysely,
    { scope: 'sign-in-from-address', key: origin.caller, now },
    SIGN_IN_ADDRESS_LIMIT,
  );
  if (from.kind === 'limited') return from;
  const found = await findByIdentifier(context, identifier);
  // An unknown person gets a random id, so that the same queries run.
  const personId = found ?? uuidv7(now);
  const isKnown = await isKnownDevice(db.kysely, personId, origin.deviceSecret);
  const key = identifierKey(context, isKnown ? `${identifier} ${origin.deviceSecret}` : identifier);
  const attempt = await takeAttempt(db.kysely, { scope: 'sign-in', key, now }, failureDelay);
  if (attempt.kind === 'limited') {
    await removeAttempt(db.kysely, from);
    return attempt;
  }
  const isRight = await isPassword(await readPasswordHash(db.kysely, personId), password);
  const person = isRight ? await readPerson(db.kysely, vault, personId) : undefined;
  if (!person || person.status === 'CLOSED') return { kind: 'wrong' };
  await removeAttempt(db.kysely, from);
  await removeAttempt(db.kysely, attempt);
  if (!isKnown || isGuessedAt(attempt.earlier)) return askForCode(context, person, origin);
  await forgetAttempts(db.kysely, 'sign-in', key);
  const opened = await openFor(context, { person, origin, replaces, isNewDevice: false, remember: true });
  return { kind: 'session', opened };
}

async function openFor(context: IdentityContext, signedIn: SignedIn): Promise<OpenedSession> {
  const written = await context.db.kysely.transaction().execute((trx) => writeSession(trx, context, signedIn));
  return presentSession(context, signedIn.person, written);
}

/** The password was right; the telephone has to be proven too. */
async function askForCode(context: IdentityContext, person: Person, origin: Origin): Promise<SignInOutcome> {
  const { phone, language } = person;
  // Every client has a telephone; a lost one is recovered (domain 2.1.2).
  if (phone === undefined) return { kind: 'wrong' };
  const destination = { channel: 'SMS', to: phone, language } as const;
  const limited = await maySendCode(context, origin, destination, 'NEW_DEVICE');
  if (limited) return limited;
  const challenge = { kind: 'NEW_DEVICE', personId: person.id, now: context.clock.now() } as const;
  const id = await context.db.kysely
    .transaction()
    .execute((trx) => challengeByCode(trx, context, challenge, destination));
  return { kind: 'challenge', challenge: codeAsked(id, phone) };
}

/** The answer about a code that was sent. */
export function codeAsked(id: string, phone?: string): ChallengeBody {
  const where = phone === undefined ? {} : { maskedPhone: maskedPhone(phone) };
  return { id, method: 'otp', channel: 'SMS', ...where, expiresInSec: CODE_SECONDS, resendInSec: RESEND_SECONDS };
}

/** The same about one that went to a confirmed mailbox. */
export function codeMailed(id: string, email: string): ChallengeBody {
  return { ...codeAsked(id), channel: 'EMAIL', maskedEmail: maskedEmail(email) };
}

/**
 * Sends a code as an alternative to the password: the answer is the same for an unknown person and for a telephone that
 * has reached its limit.
 */
export async function sendSignInCode(
  context: IdentityContext,
  identifier: string,
  origin: Origin,
): Promise<{ readonly kind: 'challenge'; readonly challenge: ChallengeBody } | Limited> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const from = await takeFromAddress(db.kysely, origin, now);
  if (from.kind === 'limited') return from;
  const key = identifierKey(context, identifier);
  const attempt = await takeAttempt(db.kysely, { scope: 'code-for-identifier', key, now }, CODE_NAME_LIMIT);
  if (attempt.kind === 'limited') return attempt;
  const personId = await findByIdentifier(context, identifier);
  const person = personId === undefined ? undefined : await readPerson(db.kysely, vault, personId);
  const phone = person?.status === 'CLOSED' ? undefined : person?.phone;
  const to = phone ?? '+51900000000';
  const phoneKey = vault.blindIndex('phone', phone ?? uuidv7(now));
  const toPhone = await countCode(db.kysely, { key: phoneKey, what: 'SIGN_IN', now });
  const id = await db.kysely.transaction().execute((trx) => {
    if (!person || phone === undefined || toPhone.kind === 'limited') {
      return decoyChallenge(trx, context, { kind: 'SIGN_IN', now });
    }
    const destination = { channel: 'SMS', to, language: person.language } as const;
    return challengeByCode(trx, context, { kind: 'SIGN_IN', personId: person.id, now }, destination);
  });
  return { kind: 'challenge', challenge: codeAsked(id) };
}
