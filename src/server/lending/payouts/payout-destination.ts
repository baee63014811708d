import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import type { DisbursementOrder } from './disbursement-store.ts';
import type { Destination, SealDestination } from './queue-disbursement.ts';

/** Seals bank accounts with the key of their person: erased with the person, and worth nothing in another row. */
export function sealDestinations(vault: Vault): SealDestination {
  return async (trx, { personId, orderId }, destination) => {
    const key = await personSeal(trx, vault, personId);
    return key.seal(JSON.stringify(destination), placeOf(orderId));
  };
}

/** An account as it stands in an order or a refund, sealed for that row. */
export type SealedAccount = Pick<DisbursementOrder, 'id' | 'loanId' | 'destinationSealed'>;

/** Opens the account of an order or a refund, for the gateway alone. */
export function openDestinations(db: Kysely<Tables>, vault: Vault) {
  return async ({ id, loanId, destinationSealed }: SealedAccount): Promise<Destination> => {
    const { person_id } = await db
      .selectFrom('loan')
      .select('person_id')
      .where('id', '=', loanId)
      .executeTakeFirstOrThrow();
    const key = await personSeal(db, vault, person_id);
    return JSON.parse(key.open(destinationSealed, placeOf(id))) as Destination;
  };
}

function placeOf(id: string) {
  return { table: 'disbursement_order', column: 'destination_sealed', id };
}
