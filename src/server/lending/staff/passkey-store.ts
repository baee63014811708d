import type { Selectable } from 'kysely';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';

export type StoredPasskey = Selectable<Tables['colleague_passkey']>;

/** The passkeys that open an account, the first one first. */
export async function passkeysOf(db: Db, colleagueId: string): Promise<StoredPasskey[]> {
  return db
    .selectFrom('colleague_passkey')
    .selectAll()
    .where('colleague_id', '=', colleagueId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The account that a passkey opens, locked accounts and those that are invited anew apart. */
export async function findByPasskey(
  db: Db,
  credentialId: string,
): Promise<{ readonly passkey: StoredPasskey; readonly account: Selectable<Tables['colleague']> } | undefined> {
  const passkey = await db
    .selectFrom('colleague_passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!passkey) return undefined;
  const account = await db
    .selectFrom('colleague')
    .selectAll()
    .where('id', '=', passkey.colleague_id)
    .where('locked_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  return account && { passkey, account };
}

/** Removes one passkey of an account, or all of them. @returns the names of those that were there */
export async function removePasskeys(
  trx: Trx,
  { colleagueId, id }: { readonly colleagueId: string; readonly id?: string },
  now: number,
): Promise<readonly string[]> {
  const removed = await trx
    .updateTable('colleague_passkey')
    .set({ removed_at: new Date(now) })
    .where('colleague_id', '=', colleagueId)
    .where('removed_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .returning('name')
    .execute();
  return removed.map(({ name }) => name);
}

/** Records that a passkey was used in a session. @returns false when that has ended meanwhile */
export async function markProved(trx: Trx, sessionId: string, now: number): Promise<boolean> {
  const row = await trx
    .updateTable('colleague_session')
    .set({ proved_at: new Date(now) })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
