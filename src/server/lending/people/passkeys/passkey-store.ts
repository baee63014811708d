import type { Selectable } from 'kysely';
import { PASSKEY_CHALLENGE_MS } from '#server/kit/passkeys.ts';
import { hashOf, newSecret } from '#server/kit/secret.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';

export type StoredPasskey = Selectable<Tables['person_passkey']>;

/** The passkeys of a person that were not removed, those that wait included, the first one first. */
export async function passkeysOf(db: Db, personId: string): Promise<StoredPasskey[]> {
  return db
    .selectFrom('person_passkey')
    .selectAll()
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A passkey that was not removed, by what its authenticator calls it. */
export async function findPasskey(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('person_passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** @returns false when the authenticator has given it to us before */
export async function insertPasskey(
  trx: Trx,
  passkey: Omit<StoredPasskey, 'last_used_at' | 'removed_at'>,
): Promise<boolean> {
  const row = await trx
    .insertInto('person_passkey')
    .values({ ...passkey, last_used_at: null, removed_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records a use, for the counter that the use was checked against.
 * @returns false when the passkey was removed or used elsewhere meanwhile
 */
export async function countUse(
  trx: Trx,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  { newCounter, now }: { readonly newCounter: number; readonly now: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('person_passkey')
    .set({ counter: newCounter, last_used_at: new Date(now) })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Which passkeys of a person: one, all, or those that wait and were added in other sessions than one. */
export type WhichPasskeys =
  | 'all'
  | { readonly id: string }
  | { readonly waitingAt: number; readonly addedBeside?: string | undefined };

/** Removes passkeys of a person, who is locked. @returns those that were there */
export async function markRemoved(
  trx: Trx,
  personId: string,
  which: WhichPasskeys,
  now: number,
): Promise<Pick<StoredPasskey, 'id' | 'name'>[]> {
  let query = trx
    .updateTable('person_passkey')
    .set({ removed_at: new Date(now) })
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null);
  if (typeof which === 'object' && 'id' in which) query = query.where('id', '=', which.id);
  if (typeof which === 'object' && 'waitingAt' in which) {
    const { waitingAt, addedBeside } = which;
    query = query.where('counts_at', '>', new Date(waitingAt));
    if (addedBeside !== undefined) query = query.where('session_id', 'is distinct from', addedBeside);
  }
  return query.returning(['id', 'name']).execute();
}

export type PasskeyChallenge = Omit<Tables['passkey_challenge'], 'challenge_hash' | 'expires_at'>;

/** Keeps the hash of a new challenge for five minutes, and forgets those whose time is over. @returns the challenge */
export async function keepChallenge(db: Db, about: PasskeyChallenge, now: number): Promise<string> {
  const secret = newSecret();
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', new Date(now)).execute();
  await db
    .insertInto('passkey_challenge')
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
  { purpose, bound_to }: Pick<PasskeyChallenge, 'purpose' | 'bound_to'>,
  now: number,
): Promise<PasskeyChallenge | undefined> {
  return db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashOf(secret))
    .where('purpose', '=', purpose)
    .where('bound_to', '=', bound_to)
    .where('expires_at', '>', new Date(now))
    .returning(['purpose', 'bound_to', 'user_handle'])
    .executeTakeFirst();
}
