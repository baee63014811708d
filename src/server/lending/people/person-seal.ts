import type { Db } from '#server/kit/tables.ts';
import type { Seal, Vault } from '#server/kit/vault.ts';

/** The seal of one person: what is closed with it is gone when the person is erased. Throws when that has happened. */
export async function personSeal(db: Db, vault: Vault, personId: string): Promise<Seal> {
  const seal = await personSealIfKept(db, vault, personId);
  if (!seal) throw new Error(`the data of person ${personId} were erased`);
  return seal;
}

/** The same for who can do without: undefined when the person was erased. */
export async function personSealIfKept(db: Db, vault: Vault, personId: string): Promise<Seal | undefined> {
  const row = await db.selectFrom('person').select('data_key').where('id', '=', personId).executeTakeFirstOrThrow();
  return row.data_key === null ? undefined : vault.withKey(row.data_key);
}

/** Seals by person; of nobody in particular, the vault's own. */
export function sealsOf(db: Db, vault: Vault): (personId: string | null) => Promise<Seal> {
  return async (personId) => (personId === null ? vault : await personSeal(db, vault, personId));
}
