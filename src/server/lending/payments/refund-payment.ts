import { randomUUID } from 'node:crypto';
import type { CalendarDate } from '#loan/calendar.ts';
import { paidBackFromBank } from '#loan/ledger.ts';
import { type Cents, sum } from '#loan/money.ts';
import { railOf } from '#loan/payment-intent.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { Vault } from '#server/kit/vault.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';
import { type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import { bookSurplusPayout, tellOfLatePayout } from '#server/lending/payouts/surplus-payout.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import { bookReversal } from './book-reversal.ts';
import type { PaymentContext } from './payment-context.ts';
import { accountFor } from './refund-credit.ts';
import { type Money, readMoneyOf } from './store/money-store.ts';
import { canMove, lockIntent, moveIntent, type PaymentIntent, readIntent } from './store/payment-store.ts';
import {
  endRefund,
  findOpenRefund,
  insertRefund,
  lockRefund,
  moveRefund,
  type StoredRefund,
  wasRefundedByAnother,
} from './store/refund-store.ts';

export type Refunded = { readonly kind: 'moved'; readonly intent: PaymentIntent } | Refusal;

/**
 * Gives a whole payment back: a card's through its provider, another's to the bank account of the client. The payment
 * is reversed on the loan only once the money has gone (domain 2.11.2). When the provider's answer is lost the payment
 * stays REFUND_PENDING until an operator has checked the provider's records (`settleRefund`).
 */
export async function refundPayment(
  context: PaymentContext,
  paymentId: string,
  { operator, reason }: { readonly operator: string; readonly reason: string },
): Promise<Refunded> {
  const named = await readIntent(context.db.kysely, { id: paymentId });
  if (!named) return notFound();
  const ordered = await withLoan(context, { id: named.loanId }, (locked) =>
    orderRefund(locked, context.vault, paymentId, { actor: `operator:${operator}`, reason }),
  );
  if (ordered.kind !== 'ordered') return ordered.kind === 'not-there' ? notFound() : ordered;
  if (railOf(ordered.intent.method) === 'card') await refundCard(context, ordered);
  return { kind: 'moved', intent: (await readIntent(context.db.kysely, { id: paymentId })) as PaymentIntent };
}

/**
 * A task opened with the order and closed with its answer: nothing queries a card provider about a refund again, so after
 * a crash in between an operator has to.
 */
const REFUND_UNKNOWN = {
  kind: 'refund-unknown',
  note: 'The provider has not said whether it gave the money back: look it up there, then settle the refund.',
} as const;

interface Ordered {
  readonly kind: 'ordered';
  readonly intent: PaymentIntent;
  readonly refund: StoredRefund;
  readonly money: readonly Money[];
}

async function orderRefund(
  locked: LockedLoan,
  vault: Vault,
  paymentId: string,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<Ordered | Refusal> {
  const { trx, id: loanId, personId, day, now } = locked;
  const intent = (await lockIntent(trx, paymentId)) as PaymentIntent;
  if (!canMove(intent, 'refund-ordered')) return refused(409, 'payment_state', 'Only a payment that succeeded.');
  if (await findOpenRefund(trx, { loanId, kind: 'PAYMENT' })) {
    return refused(409, 'payment_state', 'Another payment of this loan is being given back: wait for that first.');
  }
  const money = await readMoneyOf(trx, [paymentId]);
  if (money.length === 0 || money.some((one) => one.loanId !== loanId)) {
    return refused(409, 'payment_state', 'Its money is not on its loan: match or return that first.');
  }
  const isCard = railOf(intent.method) === 'card';
  const id = randomUUID();
  const account = isCard ? undefined : await accountFor(locked, vault, id);
  if (!isCard && !account) return refused(409, 'bank_account_missing', 'No bank account of the client is known.');
  const refund = await insertRefund(trx, {
    id,
    kind: 'PAYMENT',
    personId,
    loanId,
    intentId: paymentId,
    amountCents: amountOf(money),
    status: isCard ? 'SENDING' : 'QUEUED',
    ...(account ?? { orderId: undefined, destinationSealed: undefined }),
    moneyIds: money.map(({ id }) => id),
    requestedOn: day.date,
    requestedBy: actor,
    now,
  });
  const moved = { actor, businessDate: day.date, now, detail: { refundId: refund.id, reason } };
  const pending = await moveIntent(trx, intent, 'refund-ordered', moved);
  const subject = `payment:${paymentId}`;
  if (isCard) await openTask(trx, { ...REFUND_UNKNOWN, subject }, now);
  await recordAudit(trx, { actor, action: 'payment.refund', subject, after: { reason, refundId: refund.id }, at: now });
  return { kind: 'ordered', intent: pending, refund, money };
}

function amountOf(money: readonly Money[]): Cents {
  return sum(...money.map(({ amountCents }) => amountCents));
}

async function refundCard(context: PaymentContext, { intent, refund, money }: Ordered): Promise<void> {
  try {
    const { card } = context.gateways;
    if (!card) throw new NoAnswer('no card provider is set up', { mayHaveHappened: false });
    const { purchaseNumber } = intent;
    const transactionId = money[0]?.detail['transactionId'] ?? '';
    const outcome = await card.refund({ purchaseNumber, transactionId, amountCents: refund.amountCents });
    if (outcome.kind === 'refunded') await refundPaid(context, refund, outcome.transactionId, 'provider');
    else await refundRefused(context, refund, outcome.code, 'provider');
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (!error.mayHaveHappened) return void (await refundRefused(context, refund, 'not reached', 'provider'));
    context.log.warn({ err: error, payment: intent.id }, 'a refund has no answer');
  }
}

/**
 * The money has gone: the payment is reversed on the loan and becomes REFUNDED, also when the refund had been noted as
 * refused before. Money that the payment does not have any more is a surplus. Idempotent.
 */
export async function refundPaid(
  context: Pick<PaymentContext, 'db' | 'clock' | 'calendar' | 'log'>,
  { id, loanId, intentId = '' }: StoredRefund,
  providerRef: string,
  actor: string,
  valueDate?: CalendarDate,
): Promise<void> {
  await withLoan(context, { id: loanId }, async (locked) => {
    const { trx, day, now } = locked;
    const named = (await lockIntent(trx, intentId)) as PaymentIntent;
    const refund = await lockRefund(trx, id);
    if (!refund || refund.status === 'PAID') return;
    await moveRefund(trx, id, [refund.status], { status: 'PAID', providerRef, endedAt: now });
    const { amountCents } = refund;
    const payout = { id, kind: 'refund', amountCents, providerRef, valueDate: valueDate ?? day.date } as const;
    const intent = await toBeRefunded(locked, named, { refund, actor });
    if (intent) {
      if (refund.status === 'REJECTED') await tellOfLatePayout(locked, payout);
      return giveBack(locked, intent, { refund, providerRef, actor });
    }
    // Reversed by this refund before; only its row was still open.
    if (named.status === 'REFUNDED' && !(await wasRefundedByAnother(trx, refund))) return;
    await bookSurplusPayout(locked, payout, refund.orderId === undefined ? 'psp-clearing' : 'bank');
  });
}

async function giveBack(
  locked: LockedLoan,
  intent: PaymentIntent,
  {
    refund,
    providerRef,
    actor,
  }: { readonly refund: StoredRefund; readonly providerRef: string; readonly actor: string },
): Promise<void> {
  const { trx, day, now } = locked;
  const money = moneyOf(refund, await readMoneyOf(trx, [intent.id]));
  await bookReversal(locked, money, 'payment-refunded');
  const collected = amountOf(refund.orderId === undefined ? [] : money.filter(({ into }) => into === 'psp-clearing'));
  if (collected > 0) {
    const postings = paidBackFromBank(collected);
    await postJournal(trx, { businessDate: day.date, kind: 'refund-from-bank', ref: refund.id, postings, now });
  }
  await moveIntent(trx, intent, 'refund-paid', { actor, businessDate: day.date, now, detail: { providerRef } });
  await closeTasks(trx, `payment:${intent.id}`, { by: actor, now });
}

/**
 * The payment that this refund gives back; undefined when another has given it back, or somebody disputes it. A refund that
 * was refused before takes the place of one that has not been sent yet.
 */
async function toBeRefunded(
  { trx, day, now }: LockedLoan,
  intent: PaymentIntent,
  { refund, actor }: { readonly refund: StoredRefund; readonly actor: string },
): Promise<PaymentIntent | undefined> {
  if (refund.status !== 'REJECTED') return canMove(intent, 'refund-paid') ? intent : undefined;
  const other = await findOpenRefund(trx, { intentId: intent.id });
  const reason = `refund ${refund.id} was paid after all`;
  if (other) {
    const isCancelled = await moveRefund(trx, other.id, ['QUEUED'], { status: 'REJECTED', reason, endedAt: now });
    return isCancelled ? intent : undefined;
  }
  if (!canMove(intent, 'refund-ordered')) return undefined;
  const moved = { actor, businessDate: day.date, now, detail: { refundId: refund.id, reason } };
  return moveIntent(trx, intent, 'refund-ordered', moved);
}

/** The credits to refund; money that came for the payment since is not part of it. */
function moneyOf({ moneyIds, requestedAt }: StoredRefund, money: readonly Money[]): readonly Money[] {
  if (!moneyIds) return money.filter(({ receivedAt }) => receivedAt <= requestedAt);
  return money.filter(({ id }) => moneyIds.includes(id));
}

/**
 * The money stays: the payment is SUCCEEDED as before.
 * @param from the statuses of the refund in which this can be true
 * @returns whether it is
 */
export function refundRefused(
  { db, clock }: Pick<PaymentContext, 'db' | 'clock'>,
  { id, intentId = '' }: StoredRefund,
  reason: string,
  actor: string,
  from: readonly StoredRefund['status'][] = ['QUEUED', 'SENDING', 'SENT'],
): Promise<boolean> {
  return db.kysely.transaction().execute(async (trx) => {
    const intent = (await lockIntent(trx, intentId)) as PaymentIntent;
    const refund = await lockRefund(trx, id);
    if (!refund || !canMove(intent, 'refund-refused') || !from.includes(refund.status)) return false;
    const now = clock.now();
    await endRefund(trx, id, { status: 'REJECTED', reason, endedAt: now });
    const moved = { actor, businessDate: clock.businessDate(), now, detail: { reason } };
    await moveIntent(trx, intent, 'refund-refused', moved);
    await closeTasks(trx, `payment:${intentId}`, { by: actor, now });
    return true;
  });
}

/**
 * An operator has checked the provider's records: the refund was paid, or it was not. An order that the bank was given is
 * never refused by word of mouth: the bank may still pay it, and its answer counts (decision 0106).
 */
export async function settleRefund(
  context: PaymentContext,
  paymentId: string,
  {
    operator,
    paidAs,
    reason,
  }: { readonly operator: string; readonly paidAs?: string | undefined; readonly reason: string },
): Promise<Refunded> {
  const db = context.db.kysely;
  const refund = await findOpenRefund(db, { intentId: paymentId });
  if (!refund) return refused(409, 'payment_state', 'There is no refund on its way.');
  const actor = `operator:${operator}`;
  if (paidAs !== undefined) await refundPaid(context, refund, paidAs, actor);
  else if (
    !(await refundRefused(context, refund, reason, actor, refund.orderId === undefined ? ['SENDING'] : ['QUEUED']))
  ) {
    return refused(409, 'payout_in_flight', 'The bank has this order and may still pay it: its own answer counts.');
  }
  const subject = `payment:${paymentId}`;
  const after = { refundId: refund.id, paidAs: paidAs ?? null, reason };
  await db
    .transaction()
    .execute((trx) =>
      recordAudit(trx, { actor, action: 'payment.settle-refund', subject, after, at: context.clock.now() }),
    );
  return { kind: 'moved', intent: (await readIntent(db, { id: paymentId })) as PaymentIntent };
}
