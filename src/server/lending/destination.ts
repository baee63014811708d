import type { Kysely } from 'kysely';
import type { Vault } from '#server/kit/vault.ts';
import { personSeal } from './person-seal.ts';
import type { DisbursementOrder } from './store/disbursement-store.ts';
import type { LendingTables } from './store/tables.ts';
import type { Destination, SealDestination } from './workflows/queue-disbursement.ts';

/** Seals bank accounts with the key of their person: erased with the person, and worth nothing in another row. */
export function sealDestinations(vault: Vault): SealDestination {
  return async (trx, { personId, orderId }, destination) => {
    const key = await personSeal(trx, vault, personId);
    return key.seal(JSON.stringify(destination), placeOf(orderId));
  };
}

/** Opens the account of an order, for the gateway alone. */
export function openDestinations(db: Kysely<LendingTables>, vault: Vault) {
  return async (order: Pick<DisbursementOrder, 'id' | 'loanId' | 'destinationSealed'>): Promise<Destination> => {
    const { id, loanId, destinationSealed } = order;
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
