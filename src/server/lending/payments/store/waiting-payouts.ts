import { type Kysely, sql } from 'kysely';
import { cents } from '#loan/money.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { mayLeave } from '#server/lending/payouts/contact-hold.ts';
import { isNotFlagged } from '#server/lending/payouts/flag-hold.ts';
import type { BatchItem } from '#server/lending/payouts/payout-batch-store.ts';

/** Orders and refunds that may leave now, the oldest first. */
export async function readWaitingPayouts(
  db: Kysely<Tables>,
  now: number,
): Promise<Pick<BatchItem, 'orderId' | 'kind' | 'amountCents'>[]> {
  const due = sql`next_attempt_at <= ${new Date(now)} and status = 'QUEUED' and ${mayLeave()}`;
  const { rows } = await sql<{ id: string; kind: BatchItem['kind']; amount: number }>`
    select id, kind, amount from (
      select id, 'disbursement' as kind, amount, created_at from disbursement_order where ${due} and ${isNotFlagged()}
      union all
      select id, 'refund' as kind, amount, created_at from refund where order_id is not null and ${due}
    ) waiting order by created_at, id`.execute(db);
  return rows.map(({ id, kind, amount }) => ({ orderId: id, kind, amountCents: cents(amount) }));
}

/** An order that went into a batch has been tried as one that was sent alone. */
export async function countAttempt(trx: Trx, { orderId, kind }: Pick<BatchItem, 'orderId' | 'kind'>): Promise<void> {
  const table = kind === 'refund' ? 'refund' : 'disbursement_order';
  await sql`update ${sql.table(table)} set attempts = attempts + 1 where id = ${orderId}`.execute(trx);
}
