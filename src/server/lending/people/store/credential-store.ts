import { hashOf, isSecret, newSecret } from '#server/kit/secret.ts';
import type { Db } from '#server/kit/tables.ts';

/** The password hash of a person; undefined when they have no password. */
export async function readPasswordHash(db: Db, personId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('credential')
    .select('password_hash as hash')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.hash;
}

/** Stores a password hash, replacing the old one. */
export async function storePassword(db: Db, personId: string, passwordHash: string, now: number): Promise<void> {
  const password = { password_hash: passwordHash, changed_at: new Date(now) };
  await db
    .insertInto('credential')
    .values({ person_id: personId, ...password })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(password))
    .execute();
}

/** Removes password and passkeys: nobody signs in with any of them any more. */
export async function forgetCredentials(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('credential').where('person_id', '=', personId).execute();
  await db.deleteFrom('person_passkey').where('person_id', '=', personId).execute();
}

/** Tells whether this browser is a known device of the person. */
export async function isKnownDevice(db: Db, personId: string, secret: string | undefined): Promise<boolean> {
  if (!isSecret(secret)) return false;
  const row = await db
    .selectFrom('known_device')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a browser as a known device, with its secret or a new one.
 * @returns the secret for its cookie
 */
export async function rememberBrowser(
  db: Db,
  personId: string,
  { secret, now }: { readonly secret: string | undefined; readonly now: number },
): Promise<string> {
  const kept = isSecret(secret) ? secret : newSecret();
  const at = new Date(now);
  await db
    .insertInto('known_device')
    .values({ person_id: personId, secret_hash: hashOf(kept), first_seen_at: at, last_seen_at: at })
    .onConflict((conflict) => conflict.columns(['person_id', 'secret_hash']).doUpdateSet({ last_seen_at: at }))
    .execute();
  return kept;
}

/** Forgets the known devices of a person, except one: sign-ins from the others need a code again. */
export async function forgetBrowsers(db: Db, personId: string, except?: string): Promise<void> {
  let query = db.deleteFrom('known_device').where('person_id', '=', personId);
  if (isSecret(except)) query = query.where('secret_hash', '!=', hashOf(except));
  await query.execute();
}
