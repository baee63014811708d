import { formatSoles } from '#i18n/format.ts';
import { calendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
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
import { type Approve, recordDone } from '#server/lending/staff/approvals.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import type { RefundContext } from './dispatch-refunds.ts';
import { readWaitingPayouts } from './store/waiting-payouts.ts';

export const RELEASE = 'payouts.release';

export function batchSubject(id: string): string {
  return `payout-batch:${id}`;
}

/** A batch, with the number and total of its orders. */
function wordsOf(batch: StoredBatch): string {
  const { count, totalCents } = figuresOf(batch.items);
  return `Batch ${batch.id} of ${count} ${count === 1 ? 'order' : 'orders'}, ${formatSoles(totalCents)} in all`;
}

type MadeBatch = { readonly kind: 'made'; readonly batch: StoredBatch } | Refusal;

/**
 * Puts every order and refund that may leave now into the batch of the day; nothing leaves yet. A second call on the
 * same day returns the same batch: what has been ordered since waits for the next one.
 */
export async function makeBatch(context: RefundContext, operator: string): Promise<MadeBatch> {
  const { db, clock, payout } = context;
  if (!payout.batches) {
    return refused(409, 'payouts_unavailable', 'Here each order goes out by itself: PAYOUT_FILES is not "daily".');
  }
  if ((await readPayoutHold(context)) !== undefined) {
    return refused(409, 'payouts_held', 'First say which archive is the right one: npm run lender -- payouts archive.');
  }
  const date = calendarDate(clock.businessDate());
  const id = `${date}-${uuidv4().slice(0, 8)}`;
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

/** The figures of a batch as two people state them, each from their own reading. */
export interface StatedFigures {
  readonly count: number;
  readonly totalCents: Cents;
}

/** Finds the batch if it is waiting for its release and has these figures; else says why not, in a sentence. */
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

/**
 * Notes that people have released the batch; the job puts it into its file. An order that may not leave any more stays
 * out of it.
 */
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
    await recordDone(trx, entry, approve);
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
    if (!(await withdrawMade(trx, id, { by, reason }))) return false;
    // After the batch, as a release does it: each would wait for the other one.
    const approval = await lockOpenApproval(trx, RELEASE, subject);
    if (approval) await decideApproval(trx, approval.id, { status: 'WITHDRAWN', by: account, now });
    await recordAudit(trx, { actor: by, action: 'payouts.withdraw-batch', subject, after: { reason }, at: now });
    return true;
  });
  return isWithdrawn ? { kind: 'withdrawn' } : refused(409, 'batch_state', `${wordsOf(batch)}, is ${batch.status}.`);
}
