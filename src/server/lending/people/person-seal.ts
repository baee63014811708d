import type { DeviceData } from '#api/endpoints/people/send-device-data.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Place, Seal, Vault } from '#server/kit/vault.ts';

/** The encryption of one person's data, unreadable after the person is erased. Throws when that has happened. */
export async function personSeal(db: Db, vault: Vault, personId: string): Promise<Seal> {
  const seal = await personSealIfKept(db, vault, personId);
  if (!seal) throw new Error(`the data of person ${personId} were erased`);
  return seal;
}

/** Opens the seal, or returns undefined when the person was erased. */
export async function personSealIfKept(db: Db, vault: Vault, personId: string): Promise<Seal | undefined> {
  const row = await db.selectFrom('person').select('data_key').where('id', '=', personId).executeTakeFirstOrThrow();
  return row.data_key === null ? undefined : vault.withKey(row.data_key);
}

/** The encryption by person; for null, the vault's own. */
export function sealsOf(db: Db, vault: Vault): (personId: string | null) => Promise<Seal> {
  return async (personId) => (personId === null ? vault : await personSeal(db, vault, personId));
}

/** Device data as a JSON column stores them: one sealed text. */
export function sealedDeviceData(seal: Seal, data: DeviceData, place: Place): string {
  return JSON.stringify(seal.seal(JSON.stringify(data), place));
}
