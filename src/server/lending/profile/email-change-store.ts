import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal } from '#server/kit/vault.ts';

/** How long the link to a new address is valid. */
export const EMAIL_LINK_MS = 24 * 3_600_000;

/**
 * Stores a change of address; an open one is replaced.
 * @returns its id
 */
export async function insertEmailChange(
  trx: Trx,
  seal: Seal,
  change: { readonly personId: string; readonly newEmail: string; readonly now: number },
): Promise<string> {
  const { personId, newEmail, now } = change;
  await trx
    .updateTable('email_change')
    .set({ status: 'REPLACED', decided_at: new Date(now) })
    .where('person_id', '=', personId)
    .where('status', '=', 'SENT')
    .execute();
  const id = uuidv7(now);
  await trx
    .insertInto('email_change')
    .values({
      id,
      person_id: personId,
      new_email_sealed: seal.seal(newEmail, placeOf(id)),
      status: 'SENT',
      created_at: new Date(now),
      decided_at: null,
    })
    .execute();
  return id;
}

/**
 * Decides an open change, once.
 * @returns the address, encrypted; undefined when the change is no longer open
 */
export async function decideEmailChange(
  trx: Trx,
  id: string,
  { status, now }: { readonly status: 'CONFIRMED' | 'CANCELLED'; readonly now: number },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('email_change')
    .set({ status, decided_at: new Date(now) })
    .where('id', '=', id)
    .where('status', '=', 'SENT')
    .returning('new_email_sealed')
    .executeTakeFirst();
  return row?.new_email_sealed;
}

/** The change that is not confirmed yet and whose link has not expired. */
export async function findOpenEmailChange(
  db: Db,
  personId: string,
  now: number,
): Promise<{ readonly id: string; readonly newEmailSealed: string } | undefined> {
  return db
    .selectFrom('email_change')
    .select(['id', 'new_email_sealed as newEmailSealed'])
    .where('person_id', '=', personId)
    .where('status', '=', 'SENT')
    .where('created_at', '>', new Date(now - EMAIL_LINK_MS))
    .executeTakeFirst();
}

export function openNewEmail(seal: Seal, id: string, sealed: string): string {
  return seal.open(sealed, placeOf(id));
}

function placeOf(id: string) {
  return { table: 'email_change', column: 'new_email_sealed', id };
}
