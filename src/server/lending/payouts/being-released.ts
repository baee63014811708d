import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';

/**
 * A condition: no batch is putting the payout, a row with an `id`, into its file at this moment. Until that has ended,
 * neither the archive nor the bank can say anything of it, so they must not be asked.
 */
export function isNotBeingReleased(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(status = 'QUEUED' or not exists (
    select from payout_batch_item item join payout_batch batch on batch.id = item.batch_id
    where item.order_id = work.id and item.outcome = 'IN' and batch.status = 'RELEASED'))`;
}

/** The batch that is putting a payout into its file at this moment. */
export async function readReleasingBatch(db: Kysely<Tables>, orderId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payout_batch_item as item')
    .innerJoin('payout_batch as batch', 'batch.id', 'item.batch_id')
    .select('batch.id')
    .where('item.order_id', '=', orderId)
    .where('item.outcome', '=', 'IN')
    .where('batch.status', '=', 'RELEASED')
    .executeTakeFirst();
  return row?.id;
}
