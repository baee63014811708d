import type { Kysely, Selectable } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents, sum } from '#loan/money.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';
import type { BatchOutcome, BatchStatus } from './tables.ts';

/** An order of a loan or a refund to a bank account, in a batch. */
export interface BatchItem {
  readonly position: number;
  readonly orderId: string;
  readonly kind: 'disbursement' | 'refund';
  readonly amountCents: Cents;
  /** Undefined: it has not been decided. */
  readonly outcome: BatchOutcome | undefined;
  readonly reason: string | undefined;
}

export interface StoredBatch {
  readonly id: string;
  readonly date: CalendarDate;
  readonly status: BatchStatus;
  readonly madeBy: string;
  readonly releasedBy: string | undefined;
  /** Milliseconds since 1970. */
  readonly releasedAt: number | undefined;
  readonly items: readonly BatchItem[];
}

/** Number and total of orders: of the whole batch, or of those in its file. */
export function figuresOf(items: readonly BatchItem[]): { readonly count: number; readonly totalCents: Cents } {
  return { count: items.length, totalCents: sum(...items.map(({ amountCents }) => amountCents)) };
}

/** Adds a batch of what waits. False: another one is there, of this day or unfinished. */
export async function insertBatch(
  trx: Trx,
  batch: Pick<StoredBatch, 'id' | 'date' | 'madeBy'> & { readonly now: number },
  items: readonly Pick<BatchItem, 'orderId' | 'kind' | 'amountCents'>[],
): Promise<boolean> {
  const row = await trx
    .insertInto('payout_batch')
    .values({
      id: batch.id,
      business_date: batch.date,
      status: 'MADE',
      made_by: batch.madeBy,
      made_at: new Date(batch.now),
      released_by: null,
      released_at: null,
      sent_at: null,
      withdrawn_by: null,
      reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await trx
    .insertInto('payout_batch_item')
    .values(
      items.map(({ orderId, kind, amountCents }, index) => ({
        batch_id: batch.id,
        position: index + 1,
        order_id: orderId,
        kind,
        amount: amountCents,
        outcome: null,
        reason: null,
      })),
    )
    .execute();
  return true;
}

/** The batch of a day that was not withdrawn, or the one that is not finished. */
export async function findBatch(
  db: Kysely<Tables>,
  of: { readonly date: CalendarDate } | 'unfinished',
): Promise<StoredBatch | undefined> {
  const row = await db
    .selectFrom('payout_batch')
    .select('id')
    .$if(of === 'unfinished', (query) => query.where('status', 'in', ['MADE', 'RELEASED']))
    .$if(of !== 'unfinished', (query) =>
      query.where('business_date', '=', (of as { date: CalendarDate }).date).where('status', '<>', 'WITHDRAWN'),
    )
    .executeTakeFirst();
  return row && readBatch(db, row.id);
}

export async function readBatch(db: Kysely<Tables>, id: string): Promise<StoredBatch | undefined> {
  const row = await db.selectFrom('payout_batch').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const items = await db
    .selectFrom('payout_batch_item')
    .selectAll()
    .where('batch_id', '=', id)
    .orderBy('position')
    .execute();
  return toBatch(row, items);
}

/** Batches, the newest first. */
export function listBatches<Row>(db: Kysely<Tables>, present: (batch: StoredBatch) => Row): ListSource<Row> {
  const rows = db.selectFrom('payout_batch').selectAll();
  return keyset(db, { rows, keys: BATCH_KEYS, isDescending: true }, async (stored) => {
    if (stored.length === 0) return [];
    const items = await db
      .selectFrom('payout_batch_item')
      .selectAll()
      .where(
        'batch_id',
        'in',
        stored.map(({ id }) => id),
      )
      .orderBy('position')
      .execute();
    return stored.map((row) =>
      present(
        toBatch(
          row,
          items.filter((item) => item.batch_id === row.id),
        ),
      ),
    );
  });
}

const BATCH_KEYS = { made_at: 'instant', id: 'word' } as const;
export const isBatchPlace = placesOf(BATCH_KEYS);

/** People have said that it goes. @returns whether it was still to be released */
export async function releaseMade(
  trx: Trx,
  id: string,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payout_batch')
    .set({ status: 'RELEASED', released_by: by, released_at: new Date(now) })
    .where('id', '=', id)
    .where('status', '=', 'MADE')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns whether it had not been released */
export async function withdrawMade(
  trx: Trx,
  id: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payout_batch')
    .set({ status: 'WITHDRAWN', withdrawn_by: by, reason })
    .where('id', '=', id)
    .where('status', '=', 'MADE')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Its file is there for the bank. */
export async function endBatch(db: Kysely<Tables>, id: string, now: number): Promise<void> {
  await db
    .updateTable('payout_batch')
    .set({ status: 'SENT', sent_at: new Date(now) })
    .where('id', '=', id)
    .where('status', '=', 'RELEASED')
    .execute();
}

/** Notes what became of an item. @returns whether this call did */
export async function decideItem(
  db: Kysely<Tables>,
  { batchId, position }: { readonly batchId: string; readonly position: number },
  {
    from,
    outcome,
    reason,
  }: { readonly from: 'IN' | undefined; readonly outcome: BatchOutcome; readonly reason?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payout_batch_item')
    .set({ outcome, reason: reason ?? null })
    .where('batch_id', '=', batchId)
    .where('position', '=', position)
    .where('outcome', from === undefined ? 'is' : '=', from ?? null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

function toBatch(
  row: Selectable<Tables['payout_batch']>,
  items: readonly Selectable<Tables['payout_batch_item']>[],
): StoredBatch {
  return {
    id: row.id,
    date: calendarDate(row.business_date),
    status: row.status,
    madeBy: row.made_by,
    releasedBy: row.released_by ?? undefined,
    releasedAt: row.released_at?.getTime(),
    items: items.map(({ position, order_id, kind, amount, outcome, reason }) => ({
      position,
      orderId: order_id,
      kind,
      amountCents: cents(amount),
      outcome: outcome ?? undefined,
      reason: reason ?? undefined,
    })),
  };
}
