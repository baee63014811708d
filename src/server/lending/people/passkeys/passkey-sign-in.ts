import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { countUse, keepChallenge, takeChallenge } from '#server/kit/kept-passkeys.ts';
import { type Answered, challengeIn, isOriginForPasskeys, requestOptions, usedPasskey } from '#server/kit/passkeys.ts';
import { hashOf, newSecret } from '#server/kit/secret.ts';
import { lockPerson } from '../contact-change.ts';
import { type OpenedSession, presentSession, writeSession } from '../open-session.ts';
import type { IdentityContext, Origin } from '../people-context.ts';
import type { Limited } from '../send-code.ts';
import type { Replaced } from '../sign-in.ts';
import { isKnownDevice } from '../store/credential-store.ts';
import { removeAttempts, takeAttempts } from '../store/throttle-store.ts';
import { SIGN_IN_ADDRESS_LIMIT } from '../throttles.ts';
import { findPasskey } from './passkey-store.ts';

/**
 * Opens the browser's dialog of signing in.
 * @param browser a secret that this browser alone brings back
 * @returns undefined where browsers have no passkeys: the site's address has no name, or no safe line
 */
export async function openPasskeySignIn(
  { db, clock, siteUrl }: IdentityContext,
  browser: string,
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  if (!isOriginForPasskeys(siteUrl)) return undefined;
  const about = { purpose: 'sign-in', bound_to: hashOf(browser), user_handle: null } as const;
  const challenge = newSecret();
  await keepChallenge(db.kysely, 'passkey_challenge', about, { secret: challenge, now: clock.now() });
  return requestOptions({ origin: siteUrl, challenge });
}

export type PasskeySignIn =
  | { readonly kind: 'session'; readonly opened: OpenedSession }
  | { readonly kind: 'wrong' }
  /** It is right, and counts from a day after it was added. */
  | { readonly kind: 'waits' }
  | Limited;

/**
 * Opens a session by a passkey, in the place of name, password and code. It is asked for no code in a browser that is not
 * known: the authenticator has looked at whoever used it, and signs for our address alone.
 */
export async function signInByPasskey(
  context: IdentityContext,
  { credential, browser }: { readonly credential: Answered; readonly browser: string },
  origin: Origin,
  replaces: Replaced,
): Promise<PasskeySignIn> {
  const { db, clock } = context;
  const now = clock.now();
  const counted = { scope: 'sign-in-from-address', key: origin.caller, rule: SIGN_IN_ADDRESS_LIMIT } as const;
  const attempt = await takeAttempts(db.kysely, now, [counted]);
  if (attempt.kind === 'limited') return attempt;
  const use = await rightUse(context, credential, browser);
  if (!use) return { kind: 'wrong' };
  await removeAttempts(db.kysely, attempt);
  const { passkey, newCounter } = use;
  if (passkey.counts_at.getTime() > now) return { kind: 'waits' };
  const written = await db.kysely.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, context, passkey.person_id);
    if (!person || person.status === 'CLOSED' || !(await countUse(trx, 'person_passkey', passkey, { newCounter, now })))
      return undefined;
    const isNewDevice = !(await isKnownDevice(trx, person.id, origin.deviceSecret));
    // A passkey of another device may open a session in a browser that belongs to others.
    const remember = !isNewDevice || credential['authenticatorAttachment'] === 'platform';
    const signedIn = { person, origin, replaces, isNewDevice, remember, by: 'PASSKEY_SIGN_IN' } as const;
    return { person, session: await writeSession(trx, context, signedIn) };
  });
  if (!written) return { kind: 'wrong' };
  return { kind: 'session', opened: await presentSession(context, written.person, written.session) };
}

/** A use of a passkey that is right; its challenge is gone whatever is wrong with it. */
async function rightUse({ db, clock, siteUrl }: IdentityContext, credential: Answered, browser: string) {
  const challenge = challengeIn(credential);
  if (challenge === undefined || !isOriginForPasskeys(siteUrl)) return undefined;
  const of = { purpose: 'sign-in', bound_to: hashOf(browser), now: clock.now() } as const;
  const opened = await takeChallenge(db.kysely, 'passkey_challenge', challenge, of);
  const passkey = opened && (await findPasskey(db.kysely, credential.id));
  const newCounter = passkey && (await usedPasskey(credential, { origin: siteUrl, challenge }, passkey));
  return newCounter === undefined || !passkey ? undefined : { passkey, newCounter };
}
