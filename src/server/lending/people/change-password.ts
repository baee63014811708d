import type { FieldCode } from '#api/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { countPassword } from './answer-challenge.ts';
import { countedByName, findByIdentifier } from './identifier.ts';
import { limaTime, pageUrl } from './identity-messages.ts';
import { hashPassword, isPassword, passwordRefusal } from './passwords.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { sendAccountEmail } from './send-account-email.ts';
import { fromAddress, type Limited } from './send-code.ts';
import { recordAccess } from './store/access-log-store.ts';
import { forgetBrowsers, readPasswordHash, storePassword } from './store/credential-store.ts';
import { issueLink, readLink, takeLink } from './store/link-store.ts';
import { type Person, readPerson } from './store/person-store.ts';
import { revokeSessions } from './store/session-store.ts';
import { forgetAttempts, takeAttempt, takeAttempts } from './store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from './throttles.ts';

/** How long the reset link is valid. */
export const RESET_MS = 30 * 60_000;

/** Sends a reset link if the person is known. The answer is the same in any case. */
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
  const person = personId === undefined ? undefined : await readPerson(db.kysely, vault, personId);
  if (!person || person.status === 'CLOSED' || letter.kind === 'limited') return { kind: 'done' };
  await db.kysely.transaction().execute(async (trx) => {
    const token = await issueLink(trx, { kind: 'PASSWORD_RESET', personId: person.id, now, validMs: RESET_MS });
    const link = `${pageUrl(siteUrl, person.language, '/reset-password')}#token=${token}`;
    await sendAccountEmail(trx, context, person, 'password-reset', { link });
  });
  return { kind: 'done' };
}

export type PasswordSet =
  | { readonly kind: 'done' }
  | { readonly kind: 'over' }
  | { readonly kind: 'field-refused'; readonly field: string; readonly code: FieldCode }
  | Limited;

/** Sets a new password with the e-mailed link: every session ends, and every browser has to prove itself again. */
export async function resetPassword(
  context: IdentityContext,
  { token, password }: { readonly token: string; readonly password: string },
  origin: Origin,
): Promise<PasswordSet> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const link = await readLink(db.kysely, 'PASSWORD_RESET', token, now);
  const person = link?.personId ? await readPerson(db.kysely, vault, link.personId) : undefined;
  if (!person || person.status === 'CLOSED') return { kind: 'over' };
  const code = passwordRefusal(password, [person.documentNumber, person.phone]);
  // The link stays valid: another password may be tried.
  if (code) return { kind: 'field-refused', field: 'password', code };
  const passwordHash = await hashPassword(password);
  const isSet = await db.kysely.transaction().execute(async (trx) => {
    const used = await takeLink(trx, 'PASSWORD_RESET', token, now);
    if (used.kind !== 'used-now') return false;
    await storePassword(trx, person.id, passwordHash, now);
    await revokeSessions(trx, person.id, { because: 'password-reset', now });
    await forgetBrowsers(trx, person.id);
    await sendPasswordChanged(trx, context, person, origin);
    return true;
  });
  return { kind: isSet ? 'done' : 'over' };
}

/** Changes the password of a client who knows the old one and has just passed a step-up: the other sessions end. */
export async function changePassword(
  context: IdentityContext,
  { personId, sessionId }: Client,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
  origin: Origin,
): Promise<PasswordSet> {
  const { db, vault, clock } = context;
  const attempt = await countPassword(context, personId);
  if (attempt.kind === 'limited') return attempt;
  const isRight = await isPassword(await readPasswordHash(db.kysely, personId), currentPassword);
  if (!isRight) return { kind: 'field-refused', field: 'currentPassword', code: 'mismatch' };
  await forgetAttempts(db.kysely, 'password', personId);
  const person = await readPerson(db.kysely, vault, personId);
  if (!person) return { kind: 'over' };
  const code = passwordRefusal(newPassword, [person.documentNumber, person.phone]);
  if (code) return { kind: 'field-refused', field: 'newPassword', code };
  const passwordHash = await hashPassword(newPassword);
  const now = clock.now();
  await db.kysely.transaction().execute(async (trx) => {
    await storePassword(trx, personId, passwordHash, now);
    await revokeSessions(trx, personId, { because: 'password-changed', now, except: sessionId });
    await forgetBrowsers(trx, personId, origin.deviceSecret);
    await sendPasswordChanged(trx, context, person, origin);
  });
  return { kind: 'done' };
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
  await sendAccountEmail(trx, context, person, 'password-changed', { ...limaTime(at), link });
}
