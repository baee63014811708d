import { sql } from 'kysely';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';

interface Watch {
  readonly loan_id: string;
  readonly due_on: string;
}
const resting = new WeakMap<Database<Tables>, readonly Watch[]>();

/**
 * Leaves nothing of earlier stories to the jobs of the next one: what waits to be sent, asked about or documented waits
 * for ever, and the batch of the day has not been made.
 */
export async function putToRest(db: Database<Tables>): Promise<void> {
  await db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update disbursement_order set next_attempt_at = '2100-01-01' where next_attempt_at < '2100-01-01'`.execute(
      trx,
    );
    await sql`update refund set next_attempt_at = '2100-01-01' where next_attempt_at < '2100-01-01'`.execute(trx);
    await sql`update payment_intent set next_query_at = null where next_query_at is not null`.execute(trx);
    await sql`update tax_document set next_try_at = '2100-01-01' where next_try_at < '2100-01-01'`.execute(trx);
    const { rows } = await sql<Watch>`select loan_id, due_on::text from tax_watch where due_on is not null`.execute(
      trx,
    );
    resting.set(db, [...(resting.get(db) ?? []), ...rows]);
    await sql`update tax_watch set due_on = null where due_on is not null`.execute(trx);
    await sql`delete from throttle_bucket`.execute(trx);
    await sql`delete from payout_batch_item`.execute(trx);
    await sql`delete from payout_batch`.execute(trx);
    await sql`delete from payout_archive`.execute(trx);
  });
}

/** Says again from which day loans of earlier stories are to be documented: the ledger is not true without it. */
export async function wake(db: Database<Tables>): Promise<void> {
  await sql`update tax_watch set due_on = known.due_on::date
    from jsonb_to_recordset(${JSON.stringify(resting.get(db) ?? [])}::jsonb) as known (loan_id uuid, due_on text)
    where known.loan_id = tax_watch.loan_id and tax_watch.due_on is null`.execute(db.kysely);
  resting.delete(db);
}
