import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import * as z from 'zod';
import { newSecret } from '#server/kit/secret.ts';
import type { Db } from '#server/kit/tables.ts';
import type { StoredColleague } from './colleague-store.ts';
import { rpIdOf } from './passkey-origins.ts';
import { passkeysOf, type StoredPasskey } from './passkey-store.ts';
import { CHALLENGE_MS, type Challenge, type ChallengeOf, keepChallenge, takeChallenge } from './staff-challenges.ts';

/** An answer of a browser (`PublicKeyCredential.toJSON()`), as far as it is looked at before it is verified. */
const answered = z.looseObject({
  id: z.string().max(1_400),
  response: z.looseObject({ clientDataJSON: z.string().max(4_000) }),
});
export type Answered = z.output<typeof answered>;

export const credential = z.unknown().refine((given): given is Answered => answered.safeParse(given).success);

/** The purpose of a dialog, and the address of the desk that it is opened at. */
type Opening = Challenge & { readonly origin: string };
/** With what it signs. */
export type Opened = Opening & { readonly challenge: string };

/** Algorithms that passkeys are taken with, by their numbers in COSE: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/** Options with which a browser makes a passkey that finds its account by itself and asks who is there. */
export async function creationOptions(
  db: Db,
  { id, login, name }: Pick<StoredColleague, 'id' | 'login' | 'name'>,
  about: Omit<Opening, 'user_handle' | 'purpose'> & { readonly brandName: string },
  now: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { brandName, ...bound } = about;
  const known = await passkeysOf(db, id);
  const handle = known[0]?.user_handle ?? newSecret();
  const challenge = await keepChallenge(db, { ...bound, purpose: 'add', user_handle: handle }, now);
  return generateRegistrationOptions({
    rpName: brandName,
    rpID: rpIdOf(bound.origin),
    userID: bytesOf(handle),
    userName: login,
    userDisplayName: name,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(asDescriptor),
  });
}

/**
 * Options with which a browser uses a passkey. Without an account the list of credentials is left out, because browsers
 * refuse an empty one.
 */
export async function requestOptions(
  db: Db,
  about: Omit<Opening, 'user_handle' | 'name'>,
  { colleagueId, now }: { readonly colleagueId?: string; readonly now: number },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = colleagueId === undefined ? [] : await passkeysOf(db, colleagueId);
  const rpID = rpIdOf(about.origin);
  const own = known.filter(({ rp_id: host }) => host === rpID);
  const challenge = await keepChallenge(db, { ...about, user_handle: null, name: null }, now);
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(own.length > 0 && { allowCredentials: own.map(asDescriptor) }),
  });
}

/** Takes the challenge that an answer signs. @returns undefined when it may not be answered so, or not any more */
export async function openedBy(db: Db, given: Answered, of: ChallengeOf, now: number): Promise<Opened | undefined> {
  const challenge = challengeIn(given);
  if (challenge === undefined) return undefined;
  const opened = await takeChallenge(db, challenge, of, now);
  return opened && { ...opened, challenge, origin: opened.origin ?? '' };
}

function challengeIn({ response }: Answered): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as Answered;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The passkey that was made in a dialog of ours; undefined when anything about it is not as asked for. */
export async function madePasskey(
  given: Answered,
  { origin, challenge }: Opened,
): Promise<WebAuthnCredential | undefined> {
  const asked = { expectedOrigin: origin, expectedRPID: rpIdOf(origin), expectedChallenge: challenge };
  const response = given as unknown as RegistrationResponseJSON;
  const { registrationInfo } = await verifyRegistrationResponse({
    ...asked,
    response,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => NOTHING);
  return registrationInfo?.credential;
}

/**
 * The counter after a use; undefined when the signature is wrong, of another host, without the person, or of a copy
 * whose counter is behind.
 */
export async function usedPasskey(
  given: Answered,
  { origin, challenge }: Opened,
  { credential_id: id, public_key, counter, rp_id: host, user_handle }: StoredPasskey,
): Promise<number | undefined> {
  const response = given as unknown as AuthenticationResponseJSON;
  const { userHandle } = response.response;
  if (host !== rpIdOf(origin) || (userHandle != null && userHandle !== user_handle)) return undefined;
  const asked = { expectedOrigin: origin, expectedRPID: host, expectedChallenge: challenge };
  const stored = { id, publicKey: Uint8Array.from(public_key), counter: Number(counter) };
  const checked = await verifyAuthenticationResponse({ ...asked, response, credential: stored }).catch(() => undefined);
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
}

// Whatever it throws is about what was sent: it reads no database and no clock.
const NOTHING = { verified: false as const, registrationInfo: undefined };

function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(secret, 'base64url'));
}

function asDescriptor({ credential_id: id, transports }: StoredPasskey) {
  return { id, transports: transports as NonNullable<WebAuthnCredential['transports']> };
}
