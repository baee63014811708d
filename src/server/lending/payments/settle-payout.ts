import type { CalendarDate } from '#loan/calendar.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { PayoutGateway, PayoutState } from '#server/lending/gateways/payout/payout-gateway.ts';
import { type BookedPayout, readPayouts } from '#server/lending/payouts/begun-payouts.ts';
import { readReleasingBatch } from '#server/lending/payouts/being-released.ts';
import { type Alongside, takeAnswer as takeOrderAnswer } from '#server/lending/payouts/disburse.ts';
import { moveOrder, readOrder } from '#server/lending/payouts/disbursement-store.ts';
import { closeMissingPayout, payoutSubject } from '#server/lending/payouts/missing-payout.ts';
import { readPayoutHold } from '#server/lending/payouts/payout-archive.ts';
import { type Approve, recordDone } from '#server/lending/staff/approvals.ts';
import { takeAnswer as takeRefundAnswer } from './dispatch-refunds.ts';
import type { PaymentContext } from './payment-context.ts';
import { moveRefund, readRefund } from './store/refund-store.ts';

/** The bank's word to a colleague about an order that was on its way. */
export type LearnedOfPayout =
  | { readonly kind: 'paid'; readonly providerRef: string; readonly valueDate: CalendarDate }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** The bank has never had it, and will not pay it: it is sent, by this process or another. */
  | { readonly kind: 'not-sent'; readonly reason: string };

export type SettledPayout = { readonly kind: 'settled'; readonly payout: BookedPayout } | Refusal;

/** Between reading an order and locking it, somebody else has moved it: nothing of what was learned is written. */
class MovedMeanwhile extends Error {}

type SettlingContext = PaymentContext & { readonly payout: PayoutGateway };

/**
 * Ends the uncertainty about a payout (decision 0106). That it was paid is believed at any time once it was sent. That it
 * was not is believed only while neither archive nor bank knows the order: one that they know may still be paid. Under its
 * lock the order must still be one about which this can be learned.
 */
export async function settlePayout(
  context: SettlingContext,
  id: string,
  {
    operator,
    learned,
    approve,
  }: { readonly operator: string; readonly learned: LearnedOfPayout; readonly approve?: Approve | undefined },
): Promise<SettledPayout> {
  const { kysely } = context.db;
  const booked = (await readPayouts(kysely, [id])).get(id);
  if (!booked) return notFound();
  const unfit = unfitFor(learned, booked.status);
  if (unfit) return unfit;
  const batch = await readReleasingBatch(kysely, id);
  if (batch)
    return refused(409, 'payout_in_flight', `It is on its way into the file of batch ${batch}: wait for that.`);
  if (learned.kind !== 'paid') {
    const obstacle = await obstacleTo(context, id);
    if (obstacle) return obstacle;
  }
  const actor = `operator:${operator}`;
  const now = context.clock.now();
  // As it left it: what others make of the order later is not the answer to this.
  let settled: BookedPayout | undefined;
  // Nothing but this says who said it: they stand together, or nothing is settled.
  const alongside: Alongside = async (trx, was) => {
    if (unfitFor(learned, was)) throw new MovedMeanwhile(`order ${id} is ${was}`);
    await closeMissingPayout(trx, id, now, actor);
    const entry = { actor, action: `payout.${learned.kind}`, subject: payoutSubject(id) };
    await recordDone(trx, { ...entry, before: { status: was }, after: learned, at: now }, approve);
    settled = (await readPayouts(trx, [id])).get(id);
  };
  if (!(await writeLearned(context, booked, learned, alongside))) {
    return refused(409, 'payout_state', 'This order has just ended: look what became of it.');
  }
  return { kind: 'settled', payout: settled ?? (await readPayouts(kysely, [id])).get(id) ?? booked };
}

/** Why this cannot be learned about an order of this status. */
function unfitFor({ kind }: LearnedOfPayout, status: string): Refusal | undefined {
  const isOnItsWay = status === 'SENDING' || status === 'SENT';
  if (kind !== 'paid' && !isOnItsWay) {
    return refused(409, 'payout_state', `Only an order on its way: this one is ${status}.`);
  }
  if (kind === 'paid' && status === 'QUEUED') {
    return refused(409, 'payout_state', 'This order has not been sent by us: look whose payment the bank means.');
  }
  return undefined;
}

/** @returns false when somebody else has moved the order */
async function writeLearned(
  context: SettlingContext,
  booked: BookedPayout,
  learned: LearnedOfPayout,
  alongside: Alongside,
): Promise<boolean> {
  if (learned.kind === 'not-sent') return queueAgain(context, booked, alongside);
  try {
    await takeAnswerAbout(context, booked, learned, alongside);
    return true;
  } catch (error) {
    if (error instanceof MovedMeanwhile) return false;
    throw error;
  }
}

async function obstacleTo(context: SettlingContext, id: string): Promise<Refusal | undefined> {
  if ((await readPayoutHold(context)) !== undefined) {
    return refused(409, 'payouts_held', 'First say which archive is the right one: it may know this order.');
  }
  const state = await context.payout.find(id);
  if (state.kind === 'not-found') return undefined;
  return refused(409, 'payout_in_flight', `The bank's own answer counts: it has this order (${state.kind}).`);
}

/** @returns false when it is not on its way any more */
function queueAgain(
  { db, clock }: SettlingContext,
  { id, kind, status }: BookedPayout,
  alongside: Alongside,
): Promise<boolean> {
  const queued = { status: 'QUEUED', nextAttemptAt: clock.now() } as const;
  const move = kind === 'refund' ? moveRefund : moveOrder;
  return db.kysely.transaction().execute(async (trx) => {
    if (!(await move(trx, id, ['SENDING', 'SENT'], queued))) return false;
    await alongside(trx, status);
    return true;
  });
}

/** Books the bank's word about an order or a refund, whether an answer, a file or a person brought it. */
export async function takeAnswerAbout(
  context: Pick<PaymentContext, 'db' | 'clock' | 'calendar' | 'log'>,
  { id, kind }: BookedPayout,
  state: PayoutState,
  alongside?: Alongside,
): Promise<void> {
  if (kind === 'refund') {
    const refund = await readRefund(context.db.kysely, id);
    if (refund) await takeRefundAnswer(context, refund, state, alongside);
    return;
  }
  const order = await readOrder(context.db.kysely, id);
  if (order) await takeOrderAnswer(context, order, state, alongside);
}
