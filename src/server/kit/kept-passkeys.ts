import type { Kysely } from 'kysely';
import { type KeptPasskey, PASSKEY_CHALLENGE_MS } from './passkeys.ts';
import { hashOf } from './secret.ts';
import type { Db, Tables } from './tables.ts';

/** A row with a passkey, of a colleague or of a client. */
export interface PasskeyRow extends KeptPasskey {
  readonly id: string;
  readonly public_key: Buffer;
  readonly transports: string[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly removed_at: Date | null;
}

/** A challenge that a passkey, or a code beside it, answers once: only the one it was made for may. */
export interface ChallengeRow<Purpose extends string = string> {
  readonly challenge_hash: string;
  readonly purpose: Purpose;
  /** A browser, a session or an account. */
  readonly bound_to: string;
  readonly expires_at: Date;
}

/** The tables with such rows. */
type TableOf<Row> = { [Name in keyof Tables]: Tables[Name] extends Row ? Name : never }[keyof Tables];

/** Kysely does not type a query on a table that is given: what all of them have is typed here, as one table. */
const passkeysIn = (db: Db) => db as unknown as Kysely<{ readonly passkey: PasskeyRow }>;
const challengesIn = (db: Db) => db as unknown as Kysely<{ readonly challenge: ChallengeRow }>;

/** @returns false when the authenticator has given it to us before */
export async function insertPasskey<Table extends TableOf<PasskeyRow>>(
  db: Db,
  table: Table,
  passkey: Omit<Tables[Table], 'last_used_at' | 'removed_at'>,
): Promise<boolean> {
  const values = { ...passkey, last_used_at: null, removed_at: null } as unknown as PasskeyRow;
  const row = await passkeysIn(db)
    .insertInto(table as 'passkey')
    .values(values)
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
  db: Db,
  table: TableOf<PasskeyRow>,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  { newCounter, now }: { readonly newCounter: number; readonly now: number },
): Promise<boolean> {
  const row = await passkeysIn(db)
    .updateTable(table as 'passkey')
    .set({ counter: newCounter, last_used_at: new Date(now) })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the hash of a new challenge for five minutes, and forgets those whose time is over. */
export async function keepChallenge<Table extends TableOf<ChallengeRow>>(
  db: Db,
  table: Table,
  about: Omit<Tables[Table], 'challenge_hash' | 'expires_at'>,
  { secret, now }: { readonly secret: string; readonly now: number },
): Promise<void> {
  const until = { challenge_hash: hashOf(secret), expires_at: new Date(now + PASSKEY_CHALLENGE_MS) };
  const values = { ...about, ...until } as unknown as ChallengeRow;
  const challenges = challengesIn(db);
  await challenges
    .deleteFrom(table as 'challenge')
    .where('expires_at', '<=', new Date(now))
    .execute();
  await challenges
    .insertInto(table as 'challenge')
    .values(values)
    .execute();
}

/**
 * Takes a challenge away: it counts once, whatever is wrong with the answer to it.
 * @returns undefined when it was used, is too old, or was made for something or somebody else
 */
export async function takeChallenge<Table extends TableOf<ChallengeRow>>(
  db: Db,
  table: Table,
  secret: string,
  { purpose, bound_to, now }: Pick<Tables[Table] & ChallengeRow, 'purpose' | 'bound_to'> & { readonly now: number },
): Promise<Tables[Table] | undefined> {
  const taken = await challengesIn(db)
    .deleteFrom(table as 'challenge')
    .where('challenge_hash', '=', hashOf(secret))
    .where('purpose', '=', purpose)
    .where('bound_to', '=', bound_to)
    .where('expires_at', '>', new Date(now))
    .returningAll()
    .executeTakeFirst();
  return taken as unknown as Tables[Table] | undefined;
}
