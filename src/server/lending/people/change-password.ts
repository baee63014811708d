import type { FieldCode } from '#api/field-codes.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import type { Client } from '#server/kit/gate.ts';
import { hashPassword, isPassword, passwordRefusal } from '#server/kit/passwords.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { countPassword } from './answer-challenge.ts';
import { lockPerson, stopOpenChanges } from './contact-change.ts';
import { endAccess } from './end-access.ts';
import { countedByName, findByIdentifier } from './identifier.ts';
import { identitySms, limaTime, pageUrl } from './messages/identity-messages.ts';
import { sendAccountEmail, writeDecoyEmail } from './messages/send-account-email.ts';
import { removePasskeys } from './passkeys/remove-passkeys.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { challengeByCode, codeAsked, fromAddress, type Limited, maySendCode } from './send-code.ts';
import { recordAccess } from './store/access-log-store.ts';
import { answerChallenge, isCode } from './store/challenge-store.ts';
import { readPasswordHash, storePassword } from './store/credential-store.ts';
import { endLinks, issueLink, readLink, takeLink } from './store/link-store.ts';
import { type Person, provePhone, readPerson } from './store/person-store.ts';
import { isSessionOpen } from './store/session-store.ts';
import { forgetAttempts, takeAttempt, takeAttempts } from './store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from './throttles.ts';

/** Time for which the reset link is valid. */
export const RESET_MS = 30 * 60_000;

/**
 * Sends a reset link to the confirmed mailbox of a known person. The answer must be the same in any case, and so must
 * the work: for anybody else a link and a letter are written that lead nowhere.
 */
export async function requestPasswordReset(
  context: IdentityContext,
  identifier: string,
  origin: Origin,
): Promise<{ readonly kind: 'done' } | Limited> {
  const { db, vault, clock, siteUrl } = context;
  const now = clock.now();
  const names = countedByName(context, identifier, { scope: 'reset-for-identifier', rule: ACCOUNT_EMAIL_LIMIT });
  const attempt = await takeAttempts(db.kysely, now, names, fromAddress(origin));
  if (attempt.kind === 'limited') return attempt;
  const personId = await findByIdentifier(context, identifier);
  // One mailbox, by whichever of their names; the answer does not tell that it has had enough letters.
  const ofPerson = { scope: 'reset-of-person', key: personId ?? uuidv7(now), now } as const;
  const letter = await takeAttempt(db.kysely, ofPerson, ACCOUNT_EMAIL_LIMIT);
  const person = await readPerson(db.kysely, vault, ofPerson.key);
  const mayOpen = person && person.status !== 'CLOSED' && person.emailVerifiedAt !== null;
  const reader = mayOpen && letter.kind !== 'limited' ? person : undefined;
  await db.kysely.transaction().execute(async (trx) => {
    const issued = { kind: 'PASSWORD_RESET', personId: reader?.id ?? null, now, validMs: RESET_MS } as const;
    const token = await issueLink(trx, issued);
    const link = `${pageUrl(siteUrl, reader?.language ?? DEFAULT_LOCALE, '/reset-password')}#token=${token}`;
    if (reader) await sendAccountEmail(trx, context, reader, 'password-reset', { link });
    else await writeDecoyEmail(trx, context, 'password-reset', { link });
  });
  return { kind: 'done' };
}

export type PasswordSet =
  | { readonly kind: 'done' }
  | { readonly kind: 'over' }
  /** The code was answered, tried too often or left too long; the link is still good. */
  | { readonly kind: 'code-over' }
  | { readonly kind: 'field-refused'; readonly field: string; readonly code: FieldCode }
  | Limited;

/** The second proof beside the link of the mailbox: a code to the telephone in use (domain 2.1.3). */
export async function sendResetCode(
  context: IdentityContext,
  token: string,
  origin: Origin,
): Promise<{ readonly kind: 'sent'; readonly challenge: ChallengeBody } | { readonly kind: 'over' } | Limited> {
  const { db, clock } = context;
  const now = clock.now();
  const person = await personOfLink(context, token, now);
  if (person?.phone === undefined) return { kind: 'over' };
  const { id: personId, phone, language } = person;
  const destination = { channel: 'SMS', to: phone, language } as const;
  const limited = await maySendCode(context, origin, { ...destination, personId }, 'PASSWORD_RESET');
  if (limited) return limited;
  const challenge = { kind: 'PASSWORD_RESET', personId, now } as const;
  const id = await db.kysely.transaction().execute((trx) => challengeByCode(trx, context, challenge, destination));
  return { kind: 'sent', challenge: codeAsked(id, phone) };
}

async function personOfLink({ db, vault }: IdentityContext, token: string, now: number): Promise<Person | undefined> {
  const link = await readLink(db.kysely, 'PASSWORD_RESET', token, now);
  const person = link?.personId ? await readPerson(db.kysely, vault, link.personId) : undefined;
  return person?.status === 'CLOSED' ? undefined : person;
}

export interface NewPassword {
  readonly token: string;
  readonly password: string;
  readonly challengeId: string;
  readonly code: string;
}

/**
 * Sets a new password with the e-mailed link and the code: every session ends, every browser has to prove itself again,
 * and changes of contact that wait are stopped. A wrong code is counted and leaves the link as it is.
 */
export async function resetPassword(
  context: IdentityContext,
  { token, password, challengeId, code: typed }: NewPassword,
  origin: Origin,
): Promise<PasswordSet> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const person = await personOfLink(context, token, now);
  if (!person) return { kind: 'over' };
  const code = passwordRefusal(password, person);
  // The link stays valid: another password may be tried.
  if (code) return { kind: 'field-refused', field: 'password', code };
  const passwordHash = await hashPassword(password);
  return db.kysely.transaction().execute(async (trx): Promise<PasswordSet> => {
    // Before the challenge, in the same order as where the challenges of a person are ended.
    await lockPerson(trx, context, person.id);
    // A challenge of another person, or for something else, is never right.
    const answer = await answerChallenge(
      trx,
      challengeId,
      now,
      (open) => open.kind === 'PASSWORD_RESET' && open.person_id === person.id && isCode(vault, open, typed),
    );
    if (answer.kind === 'worn-out') return { ...answer, kind: 'limited' };
    if (answer.kind === 'over') return { kind: 'code-over' };
    if (answer.kind !== 'met') {
      return { kind: 'field-refused', field: 'code', code: answer.kind === 'expired' ? 'expired' : 'invalid' };
    }
    const used = await takeLink(trx, 'PASSWORD_RESET', token, now);
    if (used.kind !== 'used-now') return { kind: 'over' };
    await provePhone(trx, person.id, answer.challenge, now);
    await stopOpenChanges(trx, context, person.id);
    await storePassword(trx, person.id, passwordHash, now);
    await endAccess(trx, context, person.id, { because: 'password-reset', now });
    await endLinks(trx, person.id, ['PASSWORD_RESET'], now);
    await sendPasswordChanged(trx, context, person, origin);
    return { kind: 'done' };
  });
}

/** Changes the password of a client who knows the old one and has just passed a step-up: the other sessions end, and what they asked for. */
export async function changePassword(
  context: IdentityContext,
  { personId, sessionId }: Client,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
  origin: Origin,
): Promise<PasswordSet> {
  const { db, vault, clock } = context;
  const attempt = await countPassword(context, personId);
  if (attempt.kind === 'limited') return attempt;
  const hash = await readPasswordHash(db.kysely, personId);
  const isRight = await isPassword(hash, currentPassword);
  if (!isRight) return { kind: 'field-refused', field: 'currentPassword', code: 'mismatch' };
  await forgetAttempts(db.kysely, 'password', personId);
  const person = await readPerson(db.kysely, vault, personId);
  if (!person) return { kind: 'over' };
  const code = passwordRefusal(newPassword, person);
  if (code) return { kind: 'field-refused', field: 'newPassword', code };
  const passwordHash = await hashPassword(newPassword);
  return db.kysely.transaction().execute(async (trx): Promise<PasswordSet> => {
    await lockPerson(trx, context, personId);
    const now = clock.now();
    // Set anew while this one was compared and hashed, or the session was ended: nothing is left to change it with.
    if ((await readPasswordHash(trx, personId)) !== hash) {
      return { kind: 'field-refused', field: 'currentPassword', code: 'mismatch' };
    }
    if (!(await isSessionOpen(trx, sessionId))) return { kind: 'over' };
    await stopOpenChanges(trx, context, personId, { askedBeside: sessionId });
    await removePasskeys(trx, context, personId, { waitingAt: now, addedBeside: sessionId });
    await storePassword(trx, personId, passwordHash, now);
    const keeps = { sessionId, deviceSecret: origin.deviceSecret };
    await endAccess(trx, context, personId, { because: 'password-changed', now, keeps });
    await endLinks(trx, personId, ['PASSWORD_RESET'], now);
    await sendPasswordChanged(trx, context, person, origin);
    return { kind: 'done' };
  });
}

async function sendPasswordChanged(
  trx: Trx,
  context: IdentityContext,
  person: Person,
  { caller, userAgent }: Origin,
): Promise<void> {
  const at = context.clock.now();
  await recordAccess(trx, { personId: person.id, kind: 'PASSWORD_CHANGED', at, caller, userAgent });
  const link = pageUrl(context.siteUrl, person.language, '/forgot-password');
  await sendAccountEmail(trx, context, person, 'password-changed', { ...limaTime(context.clock), link });
  // Both channels are told; without a confirmed mailbox the line above was an SMS already.
  if (person.phone === undefined || person.emailVerifiedAt === null) return;
  const to = { phone: person.phone, language: person.language };
  const sms = identitySms('password-changed', to, { ...limaTime(context.clock), brand: context.brandName });
  await enqueueSealedMessage(trx, context.vault, sms, at);
}
