import { randomBytes } from 'node:crypto';
import { keepChallenge as keep, takeChallenge as take } from '#server/kit/kept-passkeys.ts';
import { newSecret } from '#server/kit/secret.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import { base32 } from '#server/kit/totp.ts';

export type Challenge = Omit<Tables['staff_challenge'], 'challenge_hash' | 'expires_at'>;

/** Its purpose, and the one browser, session or account that may answer it. */
export type ChallengeOf = Pick<Challenge, 'purpose' | 'bound_to'>;

/** Keeps the hash of a new challenge. @returns the challenge */
export async function keepChallenge(db: Db, about: Challenge, now: number): Promise<string> {
  const secret = about.purpose === 'command' ? newTypedCode() : newSecret();
  await keep(db, 'staff_challenge', about, { secret, now });
  return secret;
}

export function takeChallenge(db: Db, secret: string, of: ChallengeOf, now: number): Promise<Challenge | undefined> {
  return take(db, 'staff_challenge', secret, { ...of, now });
}

/** 80 random bits that a person can type: too many to be found from their hash. */
export function newTypedCode(): string {
  return base32(randomBytes(10));
}
