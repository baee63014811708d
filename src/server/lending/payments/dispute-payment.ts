import { sum, toSoles } from '#loan/money.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { type LoanContext, type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { bookReversal } from './book-reversal.ts';
import { stopHeldCredit } from './refund-credit.ts';
import { readMoneyOf } from './store/money-store.ts';
import { canMove, lockIntent, moveIntent, type PaymentIntent, readIntent } from './store/payment-store.ts';
import { readGivenBack } from './store/refund-store.ts';

export type Disputed = { readonly kind: 'moved'; readonly intent: PaymentIntent } | Refusal;

/**
 * A cardholder's bank disputes a payment. Nothing moves yet: whose money it is, is decided between the banks. Only credit of
 * it that is still here is not sent any more.
 */
export function openDispute(
  context: LoanContext,
  paymentId: string,
  about: { readonly operator: string; readonly providerRef: string; readonly reason: string },
): Promise<Disputed> {
  return onPayment(context, paymentId, async (locked, intent) => {
    const { trx, day, now } = locked;
    if (!canMove(intent, 'disputed')) return refused(409, 'payment_state', 'Only a payment that succeeded.');
    const actor = `operator:${about.operator}`;
    const { providerRef, reason } = about;
    await trx
      .insertInto('dispute')
      .values({
        id: uuidv7(now),
        intent_id: intent.id,
        provider_ref: providerRef,
        reason,
        status: 'OPEN',
        opened_on: day.date,
        opened_by: about.operator,
        ended_on: null,
        ended_by: null,
        created_at: new Date(now),
      })
      .execute();
    const moved = { actor, businessDate: day.date, now, detail: { providerRef, reason } };
    const disputed = await moveIntent(trx, intent, 'disputed', moved);
    await stopHeldCredit(locked);
    const audit = { actor, subject: `payment:${intent.id}`, after: { providerRef, reason }, at: now };
    await recordAudit(trx, { ...audit, action: 'payment.dispute' });
    return { kind: 'moved', intent: disputed };
  });
}

/** The banks have decided. When lost, the payment is reversed, and the loan is as if it had never been made. */
export function endDispute(
  context: LoanContext,
  paymentId: string,
  { operator, outcome }: { readonly operator: string; readonly outcome: 'won' | 'lost' },
): Promise<Disputed> {
  return onPayment(context, paymentId, async (locked, intent) => {
    const { trx, day, now } = locked;
    const event = outcome === 'won' ? 'dispute-won' : 'dispute-lost';
    if (!canMove(intent, event)) return refused(409, 'payment_state', 'This payment is not disputed.');
    if (outcome === 'lost') await takeBack(locked, intent);
    const actor = `operator:${operator}`;
    await trx
      .updateTable('dispute')
      .set({ status: outcome === 'won' ? 'WON' : 'LOST', ended_on: day.date, ended_by: operator })
      .where('intent_id', '=', intent.id)
      .where('status', '=', 'OPEN')
      .execute();
    const ended = await moveIntent(trx, intent, event, { actor, businessDate: day.date, now });
    await recordAudit(trx, { actor, action: `payment.${event}`, subject: `payment:${intent.id}`, at: now });
    return { kind: 'moved', intent: ended };
  });
}

/** The bank takes all of it, also what went back to the client as credit before: that is their debt from then on. */
async function takeBack(locked: LockedLoan, intent: PaymentIntent): Promise<void> {
  const { trx, id, now } = locked;
  await stopHeldCredit(locked);
  const money = (await readMoneyOf(trx, [intent.id])).filter(({ loanId }) => loanId === id);
  const given = (await readGivenBack(trx, id)).filter(({ paymentId }) => money.some((one) => one.id === paymentId));
  await bookReversal(locked, money, 'chargeback');
  if (given.length === 0) return;
  const soles = toSoles(sum(...given.map(({ amountCents }) => amountCents))).toFixed(2);
  const note = `The bank took this payment back after S/ ${soles} of it had gone to the client: the loan asks for it again.`;
  await openTask(trx, { kind: 'chargeback-beyond-payment', subject: `payment:${intent.id}`, note }, now);
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
