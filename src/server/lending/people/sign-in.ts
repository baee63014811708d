import type { ChallengeBody } from '#api/session-answer.ts';
import { isPassword } from '#server/kit/passwords.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { lockPerson } from './contact-change.ts';
import { countedByName, findByIdentifier } from './identifier.ts';
import { type OpenedSession, presentSession, type SignedIn, writeSession } from './open-session.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import {
  challengeByCode,
  codeAsked,
  decoyChallenge,
  fromAddress,
  type Limited,
  maySendCode,
  reachesPhone,
} from './send-code.ts';
import { isKnownDevice, readPasswordHash } from './store/credential-store.ts';
import { type Person, phoneIndexOf, readPerson } from './store/person-store.ts';
import { type Counted, forgetAttempts, removeAttempts, takeAttempt, takeAttempts } from './store/throttle-store.ts';
import { CODE_NAME_LIMIT, failureDelay, isGuessedAt, personFailureDelay, SIGN_IN_ADDRESS_LIMIT } from './throttles.ts';

/** The session this browser has when it signs in again. */
export type Replaced = SignedIn['replaces'];

export type SignInOutcome =
  | { readonly kind: 'session'; readonly opened: OpenedSession }
  | { readonly kind: 'challenge'; readonly challenge: ChallengeBody }
  | { readonly kind: 'wrong' }
  | Limited;

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
  const found = await findByIdentifier(context, identifier);
  // An unknown person gets a random id, so that the same queries run.
  const personId = found ?? uuidv7(now);
  const isKnown = await isKnownDevice(db.kysely, personId, origin.deviceSecret);
  const counted = isKnown ? [ofBrowser(context, personId, origin)] : ofStranger(context, identifier, origin);
  const attempt = await takeAttempts(db.kysely, now, counted);
  if (attempt.kind === 'limited') return attempt;
  // Counted and not told: that two names reach one limit would tell that they are one client's (decision 0117).
  const ofPerson = isKnown
    ? undefined
    : await takeAttempt(db.kysely, { ...OF_PERSON, key: personId, now }, personFailureDelay);
  const hash = await readPasswordHash(db.kysely, personId);
  const isRight = await isPassword(hash, password);
  const isTaken = isRight && ofPerson?.kind !== 'limited';
  const person = isTaken ? await readPerson(db.kysely, vault, personId) : undefined;
  if (!person || person.status === 'CLOSED') return { kind: 'wrong' };
  await removeAttempts(db.kysely, attempt, ...(ofPerson ? [ofPerson] : []));
  const proved = { person, hash };
  if (!isKnown || isGuessedAt(attempt.earlier)) return askForCode(context, proved, origin);
  const opened = await openFor(context, proved, { origin, replaces });
  if (opened === 'forgotten') return askForCode(context, proved, origin);
  if (!opened) return { kind: 'wrong' };
  await forgetAttempts(db.kysely, 'sign-in', ofBrowser(context, personId, origin).key);
  return { kind: 'session', opened };
}

/** Whose password was right, and the hash that it was right for. */
interface Proved {
  readonly person: Person;
  readonly hash: string | undefined;
}

/**
 * Locks the person for what the password opens. Comparing it took its time, without the lock: another password that
 * was set meanwhile, or a closed account, has ended what there was to end, and nothing may be opened after it.
 */
async function lockProved(
  trx: Trx,
  context: IdentityContext,
  { person: { id }, hash }: Proved,
): Promise<Person | undefined> {
  const person = await lockPerson(trx, context, id);
  if (!person || person.status === 'CLOSED') return undefined;
  return (await readPasswordHash(trx, id)) === hash ? person : undefined;
}

const OF_PERSON = { scope: 'sign-in-of-person' } as const;

/** A browser that is known has a count of its own: guesses elsewhere, or at its address, never slow it down. */
function ofBrowser({ vault }: IdentityContext, personId: string, { deviceSecret }: Origin): Counted {
  const key = vault.blindIndex('identifier', `${personId} ${deviceSecret}`);
  return { scope: 'sign-in', key, rule: failureDelay };
}

function ofStranger(context: IdentityContext, identifier: string, { caller }: Origin): readonly Counted[] {
  return [
    ...countedByName(context, identifier, { scope: 'sign-in', rule: failureDelay }),
    { scope: 'sign-in-from-address', key: caller, rule: SIGN_IN_ADDRESS_LIMIT },
  ];
}

/** `forgotten`: the browser is not known any more. */
async function openFor(
  context: IdentityContext,
  proved: Proved,
  by: Pick<SignedIn, 'origin' | 'replaces'>,
): Promise<OpenedSession | 'forgotten' | undefined> {
  const opened = await context.db.kysely.transaction().execute(async (trx) => {
    const person = await lockProved(trx, context, proved);
    if (!person) return undefined;
    if (!(await isKnownDevice(trx, person.id, by.origin.deviceSecret))) return 'forgotten';
    const signedIn = { ...by, person, isNewDevice: false, remember: true };
    return { person, written: await writeSession(trx, context, signedIn) };
  });
  if (typeof opened !== 'object') return opened;
  return presentSession(context, opened.person, opened.written);
}

/** The password was right; the telephone has to be proven too. */
async function askForCode(context: IdentityContext, proved: Proved, origin: Origin): Promise<SignInOutcome> {
  const { person } = proved;
  const { phone, language } = person;
  // Every client has a telephone; a lost one is recovered (domain 2.1.2).
  if (phone === undefined) return { kind: 'wrong' };
  const destination = { channel: 'SMS', to: phone, language } as const;
  const limited = await maySendCode(context, origin, { ...destination, personId: person.id }, 'NEW_DEVICE');
  if (limited) return limited;
  const challenge = { kind: 'NEW_DEVICE', personId: person.id, now: context.clock.now() } as const;
  const id = await context.db.kysely.transaction().execute(async (trx) => {
    const still = await lockProved(trx, context, proved);
    return still?.phone === phone ? challengeByCode(trx, context, challenge, destination) : undefined;
  });
  return id === undefined ? { kind: 'wrong' } : { kind: 'challenge', challenge: codeAsked(id, phone) };
}

/**
 * Sends a code as an alternative to the password. The answer must be the same for an unknown person and for a
 * telephone that has reached its limit.
 */
export async function sendSignInCode(
  context: IdentityContext,
  identifier: string,
  origin: Origin,
): Promise<{ readonly kind: 'challenge'; readonly challenge: ChallengeBody } | Limited> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const names = countedByName(context, identifier, { scope: 'code-for-identifier', rule: CODE_NAME_LIMIT });
  const attempt = await takeAttempts(db.kysely, now, names, fromAddress(origin));
  if (attempt.kind === 'limited') return attempt;
  const personId = await findByIdentifier(context, identifier);
  const person = personId === undefined ? undefined : await readPerson(db.kysely, vault, personId);
  const phone = person?.status === 'CLOSED' ? undefined : person?.phone;
  const to = phone ?? '+51900000000';
  const phoneKey = phoneIndexOf(vault, phone ?? uuidv7(now));
  const isSent = await reachesPhone(context, phoneKey, 'SIGN_IN');
  const id = await db.kysely.transaction().execute((trx) => {
    if (!person || phone === undefined || !isSent) {
      return decoyChallenge(trx, context, { kind: 'SIGN_IN', now });
    }
    const destination = { channel: 'SMS', to, language: person.language } as const;
    return challengeByCode(trx, context, { kind: 'SIGN_IN', personId: person.id, now }, destination);
  });
  return { kind: 'challenge', challenge: codeAsked(id) };
}
