/** Passkeys of colleagues and of clients: options for browsers, and checks of what authenticators sign (WebAuthn level 3). */

import { isIP } from 'node:net';
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
import { isLoopback } from './config.ts';

/** A dialog of a browser that is open for longer is begun again. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000;

/** More than there are. */
const MAX_TRANSPORTS = 20;

/** Algorithms that passkeys are taken with, by their numbers in COSE: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/** An answer of a browser (`PublicKeyCredential.toJSON()`), as far as it is looked at before it is verified. */
const answered = z.looseObject({
  id: z.string().max(1_400),
  response: z.looseObject({ clientDataJSON: z.string().max(4_000) }),
});
export type Answered = z.output<typeof answered>;

/** Tells whether a browser may have answered this; what it signs is checked when it is used. */
export function isAnswered(given: unknown): given is Answered {
  return answered.safeParse(given).success;
}

export const credential = z.unknown().refine(isAnswered);

/** A passkey as it is stored, as far as its signature depends on it. */
export interface KeptPasskey {
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly rp_id: string;
  readonly user_handle: string;
}

/** The page that a dialog was opened at, and the secret that it signs. */
export interface OpenedAt {
  readonly origin: string;
  readonly challenge: string;
}

/** Tells whether browsers make passkeys at this address: it has a name, and a safe line unless it is this machine. */
export function isOriginForPasskeys(text: string): boolean {
  const url = URL.parse(text);
  if (url?.origin !== text) return false;
  const { protocol, hostname } = url;
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** The host that a passkey of an address belongs to. */
export function rpIdOf(origin: string): string {
  return new URL(origin).hostname;
}

/** Options with which a browser makes a passkey that finds its account by itself and asks who is there. */
export function creationOptions({
  origin,
  challenge,
  brandName,
  user,
  known,
}: OpenedAt & {
  readonly brandName: string;
  /** `handle` must be random, because authenticators show and keep it. */
  readonly user: { readonly handle: string; readonly name: string; readonly displayName: string };
  readonly known: readonly KeptPasskey[];
}): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: brandName,
    rpID: rpIdOf(origin),
    userID: bytesOf(user.handle),
    userName: user.name,
    userDisplayName: user.displayName,
    challenge: bytesOf(challenge),
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(asDescriptor),
  });
}

/**
 * Options with which a browser uses a passkey. Of none that is known, the list of credentials is left out, because
 * browsers refuse an empty one.
 */
export function requestOptions(
  { origin, challenge }: OpenedAt,
  known: readonly KeptPasskey[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const rpID = rpIdOf(origin);
  const own = known.filter(({ rp_id: host }) => host === rpID);
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
    ...(own.length > 0 && { allowCredentials: own.map(asDescriptor) }),
  });
}

/** The challenge that an answer says it signs; undefined when it is not an answer. */
export function challengeIn({ response }: Answered): string | undefined {
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
  { origin, challenge }: OpenedAt,
): Promise<WebAuthnCredential | undefined> {
  const asked = { expectedOrigin: origin, expectedRPID: rpIdOf(origin), expectedChallenge: challenge };
  const response = given as unknown as RegistrationResponseJSON;
  const { registrationInfo } = await verifyRegistrationResponse({
    ...asked,
    response,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => NOTHING);
  const made = registrationInfo?.credential;
  return made && { ...made, transports: transportsIn(made.transports) };
}

/** Ways to an authenticator: nobody signs them, and a browser may tell anything in their place. */
function transportsIn(given: unknown): NonNullable<WebAuthnCredential['transports']> {
  const told = Array.isArray(given) ? given.slice(0, MAX_TRANSPORTS) : [];
  const known = told.filter((way) => typeof way === 'string' && /^[a-z-]{1,20}$/.test(way));
  return [...new Set(known)];
}

/**
 * The counter after a use; undefined when the signature is wrong, of another host, without the person, or of a copy
 * whose counter is behind.
 */
export async function usedPasskey(
  given: Answered,
  { origin, challenge }: OpenedAt,
  { credential_id: id, public_key, counter, rp_id: host, user_handle }: KeptPasskey,
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

function asDescriptor({ credential_id: id, transports }: KeptPasskey) {
  return { id, transports: transports as NonNullable<WebAuthnCredential['transports']> };
}
