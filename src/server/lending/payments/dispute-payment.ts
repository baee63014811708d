import { formatSoles } from '#i18n/format.ts';
import { sum } from '#loan/money.ts';
import { isTakenBack } from '#loan/money-back.ts';
import { amountOutcome } from '#loan/payment-intent.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { type LoanContext, type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import { bookSurplusPayout } from '#server/lending/payouts/surplus-payout.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { bookReversal } from './book-reversal.ts';
import { stopHeldCredit } from './refund-credit.ts';
import { type Money, readMoneyOf } from './store/money-store.ts';
import {
  canMove,
  lockIntent,
  moveIntent,
  noteOnIntent,
  type PaymentIntent,
  readIntent,
} from './store/payment-store.ts';
import { findOpenRefund, moveRefund, readGivenBack } from './store/refund-store.ts';

export type Disputed = { readonly kind: 'moved'; readonly intent: PaymentIntent } | Refusal;

export interface DisputeAbout {
  readonly operator: string;
  readonly providerRef: string;
  readonly reason: string;
}

/**
 * Notes that a cardholder's bank disputes a payment, also one that is being given back or was. No money moves yet,
 * because the banks have still to decide whose it is. Only the part that is still here, as credit or as the whole, must
 * not be sent any more.
 */
export function openDispute(context: LoanContext, paymentId: string, about: DisputeAbout): Promise<Disputed> {
  return onPayment(context, paymentId, async (locked, intent) => {
    const opened = await open(locked, intent, about);
    if (opened.kind === 'moved') await recordOpened(locked, intent, about);
    return opened;
  });
}

/** Apart from the dispute itself, because the end of the audit is locked last: what a bank takes back is booked before. */
function recordOpened(
  { trx, now: at }: LockedLoan,
  { id }: PaymentIntent,
  { operator, providerRef, reason }: DisputeAbout,
): Promise<void> {
  const [actor, subject, after] = [`operator:${operator}`, `payment:${id}`, { providerRef, reason }];
  return recordAudit(trx, { actor, action: 'payment.dispute', subject, after, at });
}

async function open(
  locked: LockedLoan,
  intent: PaymentIntent,
  { operator, providerRef, reason }: DisputeAbout,
): Promise<Disputed> {
  const { trx, day, now } = locked;
  if (!canMove(intent, 'disputed')) return refused(409, 'payment_state', 'Only a payment that succeeded.');
  const actor = `operator:${operator}`;
  await trx
    .insertInto('dispute')
    .values({
      id: uuidv7(now),
      intent_id: intent.id,
      provider_ref: providerRef,
      reason,
      status: 'OPEN',
      opened_on: day.date,
      opened_by: operator,
      ended_on: null,
      ended_by: null,
      created_at: new Date(now),
    })
    .execute();
  const moved = { actor, businessDate: day.date, now, detail: { providerRef, reason } };
  const disputed = await moveIntent(trx, intent, 'disputed', moved);
  const refund = await findOpenRefund(trx, { intentId: intent.id });
  const stopped = { status: 'REJECTED', reason: 'the payment is disputed', endedAt: now } as const;
  if (refund) await moveRefund(trx, refund.id, ['QUEUED'], stopped);
  await stopHeldCredit(locked);
  return { kind: 'moved', intent: disputed };
}

/**
 * Notes the banks' decision. When the dispute is lost, the payment is reversed, and the loan is as if it had never been
 * made.
 */
export function endDispute(
  context: LoanContext,
  paymentId: string,
  { operator, outcome }: { readonly operator: string; readonly outcome: 'won' | 'lost' },
): Promise<Disputed> {
  return onPayment(context, paymentId, async (locked, intent) => {
    if (intent.status !== 'DISPUTED') return refused(409, 'payment_state', 'This payment is not disputed.');
    const money = await moneyOf(locked, intent);
    if (outcome === 'lost') {
      await takeBack(locked, intent, money);
      return end(locked, intent, 'dispute-lost', operator);
    }
    if (await findOpenRefund(locked.trx, { intentId: intent.id })) {
      return refused(409, 'payment_state', 'Its refund is on its way: say first how that ended.');
    }
    const given = (await readGivenBack(locked.trx, locked.id)).filter(({ kind }) => kind === 'PAYMENT');
    const isRefunded = given.some(({ paymentId: of }) => money.some(({ id }) => id === of));
    return end(locked, intent, isRefunded ? 'dispute-won-after-refund' : 'dispute-won', operator);
  });
}

/** @param opened the dispute, when this transaction has opened it too */
async function end(
  locked: LockedLoan,
  intent: PaymentIntent,
  event: 'dispute-won' | 'dispute-won-after-refund' | 'dispute-lost',
  operator: string,
  opened?: DisputeAbout,
): Promise<Disputed> {
  const { trx, day, now } = locked;
  const actor = `operator:${operator}`;
  await trx
    .updateTable('dispute')
    .set({ status: event === 'dispute-lost' ? 'LOST' : 'WON', ended_on: day.date, ended_by: operator })
    .where('intent_id', '=', intent.id)
    .where('status', '=', 'OPEN')
    .execute();
  const ended = await moveIntent(trx, intent, event, { actor, businessDate: day.date, now });
  if (opened) await recordOpened(locked, intent, opened);
  await recordAudit(trx, { actor, action: `payment.${event}`, subject: `payment:${intent.id}`, at: now });
  return { kind: 'moved', intent: ended };
}

/**
 * Takes a credit of a payment back because the bank's statement does: disputed and lost in one, whatever had become of
 * it. If the payment has several credits, the others stay, and the payment with them; a take-back that staff had noted
 * before is not booked again.
 */
export async function bookCreditTakenBack(
  locked: LockedLoan,
  intent: PaymentIntent,
  credit: Money,
  about: DisputeAbout,
): Promise<void> {
  const others = (await moneyOf(locked, intent)).filter(
    (one) => one.id !== credit.id && !isTakenBack(locked.loan, one.id),
  );
  const isRest = others.length > 0 && intent.status === 'SUCCEEDED';
  const opened = isRest || intent.status === 'DISPUTED' ? undefined : await open(locked, intent, about);
  await takeBack(locked, intent, credit.loanId === locked.id ? [credit] : []);
  const outcome = amountOutcome(intent.amountCents, sum(...others.map(({ amountCents }) => amountCents)));
  if (isRest) await noteOnIntent(locked.trx, intent.id, { outcome });
  else if (opened?.kind !== 'refused')
    await end(locked, opened?.intent ?? intent, 'dispute-lost', about.operator, opened && about);
}

async function moneyOf({ trx, id }: LockedLoan, intent: PaymentIntent): Promise<Money[]> {
  return (await readMoneyOf(trx, [intent.id])).filter(({ loanId }) => loanId === id);
}

/**
 * Books that the bank takes all of it, also what went back to the client before: credit that was given back is from
 * then on their debt on the loan, and what was given back whole has gone out twice.
 */
async function takeBack(locked: LockedLoan, intent: PaymentIntent, money: readonly Money[]): Promise<void> {
  const { trx, id, now, day } = locked;
  await stopHeldCredit(locked);
  const given = (await readGivenBack(trx, id)).filter(({ paymentId }) => money.some((one) => one.id === paymentId));
  const counting = money.filter((one) => !isTakenBack(locked.loan, one.id));
  await bookReversal(locked, counting, 'chargeback');
  const refunds = given.filter(({ kind, status }) => kind === 'PAYMENT' && status === 'PAID');
  for (const { id: moneyId, amountCents, into } of money) {
    if (!refunds.some(({ paymentId }) => paymentId === moneyId)) continue;
    const out = { id: moneyId, kind: 'chargeback', amountCents, providerRef: intent.purchaseNumber } as const;
    await bookSurplusPayout(locked, { ...out, valueDate: day.date }, into);
  }
  const credit = given.filter(({ kind }) => kind === 'CREDIT');
  if (counting.length === 0 || credit.length === 0) return;
  const facts = { amount: formatSoles(sum(...credit.map(({ amountCents }) => amountCents))) };
  const kind = 'chargeback-beyond-payment';
  await openTask(trx, { kind, subject: `payment:${intent.id}`, says: kind, facts }, now);
}

/** Lock order: the loan first, then the payment. */
async function onPayment(
  context: LoanContext,
  paymentId: string,
  work: (locked: LockedLoan, intent: PaymentIntent) => Promise<Disputed>,
): Promise<Disputed> {
  const named = await readIntent(context.db.kysely, { id: paymentId });
  if (!named) return notFound();
  const done = await withLoan(context, { id: named.loanId }, async (locked) => {
    const intent = (await lockIntent(locked.trx, paymentId)) as PaymentIntent;
    return work(locked, intent);
  });
  return done.kind === 'not-there' ? notFound() : done;
}
