import type { Trx } from '#server/kit/tables.ts';
import { insertOrder, type NewOrder } from './disbursement-store.ts';

/** A client's own bank account. */
export interface Destination {
  readonly bankId: string;
  /** Twenty digits. */
  readonly cci: string;
  /** The name the account is in: the client's own. */
  readonly holder: string;
}

/** Seals an account with the key of its person, for the row it will be in. */
export type SealDestination = (
  trx: Trx,
  owner: { readonly personId: string; readonly orderId: string },
  destination: Destination,
) => Promise<string>;

/** Writes a disbursement order, its account sealed, in the current transaction. */
export async function queueDisbursement(
  trx: Trx,
  order: Omit<NewOrder, 'destinationSealed'> & { readonly personId: string; readonly destination: Destination },
  sealDestination: SealDestination,
): Promise<void> {
  const { personId, destination, ...rest } = order;
  const destinationSealed = await sealDestination(trx, { personId, orderId: order.id }, destination);
  await insertOrder(trx, { ...rest, destinationSealed });
}
