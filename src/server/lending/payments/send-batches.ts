import type { PayoutOrder } from '#server/lending/gateways/payout/payout-gateway.ts';
import * as orders from '#server/lending/payouts/disburse.ts';
import { readOrder } from '#server/lending/payouts/disbursement-store.ts';
import { readPayoutHold } from '#server/lending/payouts/payout-archive.ts';
import {
  type BatchItem,
  decideItem,
  endBatch,
  findBatch,
  readBatch,
  type StoredBatch,
} from '#server/lending/payouts/payout-batch-store.ts';
import * as refunds from './dispatch-refunds.ts';
import { readRefund } from './store/refund-store.ts';
import { countAttempt } from './store/waiting-payouts.ts';

/**
 * An order that could not be begun for so long is left for another batch, because the other orders have waited enough.
 */
const LEFT_OUT_AFTER_MS = 10 * 60_000;

type BatchContext = refunds.RefundContext;

/**
 * Puts a batch that people have released into its file. Each step may be done by several processes and again after any of
 * them died: an order is moved to SENDING once and counts as in this batch in the same transaction, lies in the archive
 * before the file does, and the file is published once.
 * @returns how many batches were sent
 */
export async function sendReleasedBatches(context: BatchContext): Promise<number> {
  const { db, clock, payout } = context;
  const batch = await findBatch(db.kysely, 'unfinished');
  if (batch?.status !== 'RELEASED' || !payout.batches) return 0;
  if ((await readPayoutHold(context)) !== undefined) return 0;
  for (const item of batch.items) if (item.outcome === undefined) await begin(context, batch, item);
  const { items = [] } = (await readBatch(db.kysely, batch.id)) ?? {};
  if (items.some(({ outcome }) => outcome === undefined)) return 0;
  const inFile: PayoutOrder[] = [];
  for (const item of items) {
    if (item.outcome !== 'IN') continue;
    const order = await orderOf(context, item);
    if (await payout.batches.claim(batch.id, order)) inFile.push(order);
    else await knownBefore(context, batch, item);
  }
  if (inFile.length > 0) await payout.batches.publish({ batchId: batch.id, date: batch.date, orders: inFile });
  await endBatch(db.kysely, batch.id, clock.now());
  return 1;
}

/** Moves an order to SENDING and into the batch, or leaves it out of it. What fails is tried again for a while. */
async function begin(context: BatchContext, batch: StoredBatch, item: BatchItem): Promise<void> {
  const { db, clock, log } = context;
  const place = { batchId: batch.id, position: item.position };
  const leaveOut = (reason: string) => decideItem(db.kysely, place, { from: undefined, outcome: 'OUT', reason });
  try {
    // Opened before it counts as being sent: what cannot be opened was not sent.
    await orderOf(context, item);
    const isBegun = await beginOne(context, item, async (trx) => {
      await countAttempt(trx, item);
      // Another process has decided it meanwhile: then this one has not begun it either.
      if (!(await decideItem(trx, place, { from: undefined, outcome: 'IN' }))) {
        throw new Error(`order ${item.orderId} of batch ${batch.id} is decided`);
      }
    });
    if (!isBegun) await leaveOut('it does not wait any more, or may not leave now');
  } catch (error) {
    log.error({ err: error, order: item.orderId, batch: batch.id }, 'an order could not be put into its batch');
    const isOver = clock.now() - (batch.releasedAt ?? clock.now()) > LEFT_OUT_AFTER_MS;
    if (isOver) await leaveOut('it could not be begun: see the log');
  }
}

async function beginOne(
  context: BatchContext,
  { kind, orderId }: BatchItem,
  alongside: Parameters<typeof orders.beginSending>[2],
): Promise<boolean> {
  const { kysely } = context.db;
  if (kind === 'refund') {
    const refund = await readRefund(kysely, orderId);
    return refund !== undefined && refunds.beginSending(context, refund, alongside);
  }
  const order = await readOrder(kysely, orderId);
  return order !== undefined && orders.beginSending(context, order, alongside);
}

/** The order as written into the file: identical each time, because its account cannot change once it is on its way. */
async function orderOf(context: BatchContext, { kind, orderId, amountCents }: BatchItem): Promise<PayoutOrder> {
  const { kysely } = context.db;
  if (kind === 'refund') {
    const refund = await readRefund(kysely, orderId);
    if (!refund) throw new Error(`there is no refund ${orderId}`);
    return { orderId, amountCents, ...(await refunds.destinationOf(context, refund)) };
  }
  const order = await readOrder(kysely, orderId);
  if (!order) throw new Error(`there is no order ${orderId}`);
  return { orderId, amountCents, ...(await orders.destinationOf(context, order)) };
}

/** Its state is asked for like that of any order that has gone. */
async function knownBefore({ db, log }: BatchContext, { id: batchId }: StoredBatch, item: BatchItem): Promise<void> {
  log.warn({ order: item.orderId, batch: batchId }, 'the archive knows an order of this batch as sent before');
  const reason = 'the archive knows it as sent before';
  await decideItem(db.kysely, { batchId, position: item.position }, { from: 'IN', outcome: 'BEFORE', reason });
}
