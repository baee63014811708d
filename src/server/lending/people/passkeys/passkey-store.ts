import type { Selectable } from 'kysely';
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

/** Has every passkey that waits count from now on. */
export async function endPasskeyWaits(db: Db, now: number): Promise<void> {
  const at = new Date(now);
  await db
    .updateTable('person_passkey')
    .set({ counts_at: at })
    .where('removed_at', 'is', null)
    .where('counts_at', '>', at)
    .execute();
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
