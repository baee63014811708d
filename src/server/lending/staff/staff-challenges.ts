import { randomBytes } from 'node:crypto';
import { PASSKEY_CHALLENGE_MS } from '#server/kit/passkeys.ts';
import { hashOf, newSecret } from '#server/kit/secret.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import { base32 } from '#server/kit/totp.ts';

export type Challenge = Omit<Tables['staff_challenge'], 'challenge_hash' | 'expires_at'>;

/** Its purpose, and the one browser, session or account that may answer it. */
export type ChallengeOf = Pick<Challenge, 'purpose' | 'bound_to'>;

/** Keeps the hash of a new challenge for five minutes, and forgets those whose time is over. */
export async function keepChallenge(db: Db, about: Challenge, now: number): Promise<string> {
  const secret = about.purpose === 'command' ? newTypedCode() : newSecret();
  await db.deleteFrom('staff_challenge').where('expires_at', '<=', new Date(now)).execute();
  await db
    .insertInto('staff_challenge')
    .values({ ...about, challenge_hash: hashOf(secret), expires_at: new Date(now + PASSKEY_CHALLENGE_MS) })
    .execute();
  return secret;
}

/**
 * Takes a challenge away: it counts once, whatever is wrong with the answer to it.
 * @returns undefined when it was used, is too old, or was made for something or somebody else
 */
export async function takeChallenge(
  db: Db,
  secret: string,
  { purpose, bound_to }: ChallengeOf,
  now: number,
): Promise<Challenge | undefined> {
  return db
    .deleteFrom('staff_challenge')
    .where('challenge_hash', '=', hashOf(secret))
    .where('purpose', '=', purpose)
    .where('bound_to', '=', bound_to)
    .where('expires_at', '>', new Date(now))
    .returning(['purpose', 'bound_to', 'origin', 'user_handle', 'name'])
    .executeTakeFirst();
}

/** 80 random bits that a person can type: too many to be found from their hash. */
export function newTypedCode(): string {
  return base32(randomBytes(10));
}
