import { randomUUID } from 'node:crypto';
import { formatSoles } from '#i18n/format.ts';
import { calendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { Db } from '#server/kit/tables.ts';
import { readPayoutHold } from '#server/lending/payouts/payout-archive.ts';
import {
  figuresOf,
  findBatch,
  insertBatch,
  readBatch,
  releaseMade,
  type StoredBatch,
  withdrawMade,
} from '#server/lending/payouts/payout-batch-store.ts';
import { decideApproval, lockOpenApproval } from '#server/lending/staff/approval-store.ts';
import type { Approve } from '#server/lending/staff/approvals.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import type { RefundContext } from './dispatch-refunds.ts';
import { readWaitingPayouts } from './store/waiting-payouts.ts';

export const RELEASE = 'payouts.release';

export function batchSubject(id: string): string {
  return `payout-batch:${id}`;
}

/** A batch and how many orders it has, and what they are together. */
function wordsOf(batch: StoredBatch): string {
  const { count, totalCents } = figuresOf(batch.items);
  return `Batch ${batch.id} of ${count} ${count === 1 ? 'order' : 'orders'}, ${formatSoles(totalCents)} in all`;
}

type MadeBatch = { readonly kind: 'made'; readonly batch: StoredBatch } | Refusal;

/** Puts what may leave now into the day's batch; nothing leaves. A second call returns the same batch. */
export async function makeBatch(context: RefundContext, operator: string): Promise<MadeBatch> {
  const { db, clock, payout } = context;
  if (!payout.batches) {
    return refused(409, 'payouts_unavailable', 'Here each order goes out by itself: PAYOUT_FILES is not "daily".');
  }
  if ((await readPayoutHold(context)) !== undefined) {
    return refused(409, 'payouts_held', 'First say which archive is the right one: npm run lender -- payouts archive.');
  }
  const date = calendarDate(clock.businessDate());
  const id = `${date}-${randomUUID().slice(0, 8)}`;
  const [actor, now] = [`operator:${operator}`, clock.now()];
  const outcome = await db.kysely.transaction().execute(async (trx) => {
    const waiting = await readWaitingPayouts(trx, now);
    if (waiting.length === 0) return 'nothing' as const;
    if (!(await insertBatch(trx, { id, date, madeBy: actor, now }, waiting))) return 'another' as const;
    const after = { orders: waiting.length };
    await recordAudit(trx, { actor, action: 'payouts.make-batch', subject: batchSubject(id), after, at: now });
    return 'made' as const;
  });
  const there = outcome === 'made' ? await readBatch(db.kysely, id) : await findBatch(db.kysely, { date });
  if (there) return { kind: 'made', batch: there };
  const waits = await findBatch(db.kysely, 'unfinished');
  if (waits) return refused(409, 'batch_waits', `${wordsOf(waits)}, waits: release or withdraw it first.`);
  return refused(409, 'nothing_waits', 'No order waits that may leave now.');
}

/** What two people say of a batch: its figures, as each of them has read them. */
export interface StatedFigures {
  readonly count: number;
  readonly totalCents: Cents;
}

/** The batch, when it is to be released and has these figures; else a sentence. */
export async function batchToRelease(
  db: Db,
  id: string,
  stated: StatedFigures,
): Promise<{ readonly kind: 'agreed'; readonly batch: StoredBatch } | Refusal> {
  const batch = await readBatch(db, id);
  if (!batch) return notFound();
  if (batch.status !== 'MADE') return refused(409, 'batch_state', `${wordsOf(batch)}, is ${batch.status}.`);
  const { count, totalCents } = figuresOf(batch.items);
  if (count === stated.count && totalCents === stated.totalCents) return { kind: 'agreed', batch };
  return refused(409, 'batch_differs', `${wordsOf(batch)}: say its own count and total.`);
}

/** People have said that the batch goes; the job puts it into its file. What may not leave any more stays out of it. */
export async function releaseBatch(
  context: Pick<RefundContext, 'db' | 'clock'>,
  id: string,
  {
    operator,
    stated,
    approve,
  }: { readonly operator: string; readonly stated: StatedFigures; readonly approve?: Approve },
): Promise<{ readonly kind: 'released' } | Refusal> {
  const agreed = await batchToRelease(context.db.kysely, id, stated);
  if (agreed.kind === 'refused') return agreed;
  const [by, now] = [`operator:${operator}`, context.clock.now()];
  const isReleased = await context.db.kysely.transaction().execute(async (trx) => {
    if (!(await releaseMade(trx, id, { by, now }))) return false;
    const entry = { actor: by, action: RELEASE, subject: batchSubject(id), after: { ...stated }, at: now };
    await recordAudit(trx, entry);
    await approve?.(trx);
    return true;
  });
  if (!isReleased) return refused(409, 'batch_state', 'It was released or withdrawn a moment ago.');
  return { kind: 'released' };
}

/** Takes a batch back that is not released: its orders wait for another one, also of the same day. */
export async function withdrawBatch(
  { db, clock }: Pick<RefundContext, 'db' | 'clock'>,
  id: string,
  { operator, account, reason }: { readonly operator: string; readonly account: string; readonly reason: string },
): Promise<{ readonly kind: 'withdrawn' } | Refusal> {
  const batch = await readBatch(db.kysely, id);
  if (!batch) return notFound();
  const [by, now, subject] = [`operator:${operator}`, clock.now(), batchSubject(id)];
  const isWithdrawn = await db.kysely.transaction().execute(async (trx) => {
    const approval = await lockOpenApproval(trx, RELEASE, subject);
    if (!(await withdrawMade(trx, id, { by, reason }))) return false;
    if (approval) await decideApproval(trx, approval.id, { status: 'WITHDRAWN', by: account, now });
    await recordAudit(trx, { actor: by, action: 'payouts.withdraw-batch', subject, after: { reason }, at: now });
    return true;
  });
  return isWithdrawn ? { kind: 'withdrawn' } : refused(409, 'batch_state', `${wordsOf(batch)}, is ${batch.status}.`);
}
