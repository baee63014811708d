import type { CalendarDate } from '#loan/calendar.ts';
import { paidBackFromBank } from '#loan/ledger.ts';
import type { Loan } from '#loan/loan.ts';
import { sum } from '#loan/money.ts';
import { type GivenBack, type LeftOfPayment, leftOfPayments } from '#loan/money-back.ts';
import { railOf } from '#loan/payment-intent.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
import type { Vault } from '#server/kit/vault.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';
import { type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import type { Alongside } from '#server/lending/payouts/disburse.ts';
import { bookSurplusPayout, reportLatePayout } from '#server/lending/payouts/surplus-payout.ts';
import { type Approve, recordDone } from '#server/lending/staff/approvals.ts';
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
  partsAreLeft,
  readGivenBack,
  readParts,
  type StoredRefund,
  wasRefundedByAnother,
} from './store/refund-store.ts';

export type Refunded = { readonly kind: 'moved'; readonly intent: PaymentIntent } | Refusal;

/**
 * Gives back what is left of a payment: the whole of a card's through its provider, anything else to the bank account of
 * the client. What went back as credit of it before is not sent again (decision 0108). The payment is reversed on the loan only once the money has gone (domain 2.11.2). When the provider's answer is lost the payment
 * stays REFUND_PENDING until an operator has checked the provider's records (`settleRefund`).
 */
export async function refundPayment(
  context: PaymentContext,
  paymentId: string,
  {
    operator,
    reason,
    approve,
  }: { readonly operator: string; readonly reason: string; readonly approve?: Approve | undefined },
): Promise<Refunded> {
  const named = await readIntent(context.db.kysely, { id: paymentId });
  if (!named) return notFound();
  const ordered = await withLoan(context, { id: named.loanId }, (locked) =>
    // Approved with the order: later news from the provider does not take it back.
    orderRefund(locked, context.vault, paymentId, { actor: `operator:${operator}`, reason, approve }),
  );
  if (ordered.kind !== 'ordered') return ordered.kind === 'not-there' ? notFound() : ordered;
  if (ordered.refund.orderId === undefined) await refundCard(context, ordered);
  return { kind: 'moved', intent: (await readIntent(context.db.kysely, { id: paymentId })) as PaymentIntent };
}

/**
 * A task opened with the order and closed with its answer. Nothing asks a card provider about a refund again, so after
 * a crash in between an operator must.
 */
const REFUND_UNKNOWN = {
  kind: 'refund-unknown',
  says: 'refund-unknown',
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
  {
    actor,
    reason,
    approve,
  }: { readonly actor: string; readonly reason: string; readonly approve: Approve | undefined },
): Promise<Ordered | Refusal> {
  const { trx, id: loanId, personId, loan, day, now } = locked;
  const intent = (await lockIntent(trx, paymentId)) as PaymentIntent;
  if (!canMove(intent, 'refund-ordered')) return refused(409, 'payment_state', 'Only a payment that succeeded.');
  if (await findOpenRefund(trx, { loanId, kind: 'PAYMENT' })) {
    return refused(409, 'payment_state', 'Another payment of this loan is being given back: wait for that first.');
  }
  const money = await readMoneyOf(trx, [paymentId]);
  if (money.length === 0 || money.some((one) => one.loanId !== loanId)) {
    return refused(409, 'payment_state', 'Its money is not on its loan: match or return that first.');
  }
  const left = leftToGiveBack(loan, money, await readGivenBack(trx, loanId));
  if ('kind' in left) return left;
  // A card's provider gives back the whole of what it took or nothing; everything else goes to the client's account.
  const isWhole =
    left.length === money.length && left.every(({ payment, leftCents }) => leftCents === payment.amountCents);
  const isCard = isWhole && railOf(intent.method) === 'card' && money.every(({ provider }) => provider === 'NIUBIZ');
  const id = uuidv4();
  const account = isCard ? undefined : await accountFor(locked, vault, id);
  if (!isCard && !account) return refused(409, 'bank_account_missing', 'No bank account of the client is known.');
  const refund = await insertRefund(trx, {
    id,
    kind: 'PAYMENT',
    personId,
    loanId,
    intentId: paymentId,
    parts: left.map(({ payment, leftCents }) => ({ id: uuidv4(), paymentId: payment.id, amountCents: leftCents })),
    status: isCard ? 'SENDING' : 'QUEUED',
    ...(account ?? { orderId: undefined, destinationSealed: undefined }),
    requestedOn: day.date,
    requestedBy: actor,
    now,
  });
  const moved = { actor, businessDate: day.date, now, detail: { refundId: refund.id, reason } };
  const pending = await moveIntent(trx, intent, 'refund-ordered', moved);
  const subject = `payment:${paymentId}`;
  if (isCard) await openTask(trx, { ...REFUND_UNKNOWN, subject }, now);
  const after = { reason, refundId: refund.id };
  await recordDone(trx, { actor, action: 'payment.refund', subject, after, at: now }, approve);
  return { kind: 'ordered', intent: pending, refund, money };
}

/** Finds what is left of the credits of a payment, or why they cannot be given back now. */
function leftToGiveBack(
  loan: Loan,
  money: readonly Money[],
  given: Awaited<ReturnType<typeof readGivenBack>>,
): readonly LeftOfPayment[] | Refusal {
  const ids = new Set(money.map(({ id }) => id));
  const credit = given.filter(({ kind, paymentId }) => kind === 'CREDIT' && ids.has(paymentId));
  if (credit.some(({ status }) => status !== 'PAID')) {
    return refused(409, 'payment_state', 'Credit of this payment is on its way back: wait for that first.');
  }
  // Before the parts of refunds were kept, credit of several payments left its loan as one fact.
  const isFact = ({ factId, amountCents }: GivenBack): boolean =>
    loan.facts.some((fact) => fact.id === factId && fact.kind === 'refund' && fact.amountCents === amountCents);
  if (!credit.every(isFact)) {
    return refused(409, 'payment_state', 'Credit of this payment went back together with that of another one.');
  }
  const left = leftOfPayments(loan, given).filter(({ payment, leftCents }) => ids.has(payment.id) && leftCents > 0);
  if (left.length === 0) return refused(409, 'payment_state', 'Nothing is left of this payment: it has gone back.');
  return left;
}

async function refundCard(context: PaymentContext, { intent, refund, money }: Ordered): Promise<void> {
  try {
    const { card } = context.gateways;
    if (!card) throw new NoAnswer('no card provider is set up', { mayHaveHappened: false });
    const { purchaseNumber } = intent;
    const transactionId = money[0]?.detail['transactionId'] ?? '';
    // Of the payment's own day: after its close the provider has settled it.
    const isOfToday = money[0]?.valueDate === context.clock.businessDate();
    const { id: refundId, amountCents } = refund;
    const outcome = await card.refund({ purchaseNumber, transactionId, amountCents, refundId, isOfToday });
    if (outcome.kind === 'refunded') await refundPaid(context, refund, outcome.transactionId, 'provider');
    else if (outcome.kind === 'registered') await refundRegistered(context, refund, outcome.reference);
    else await refundRefused(context, refund, outcome.code, 'provider');
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (!error.mayHaveHappened) return void (await refundRefused(context, refund, 'not reached', 'provider'));
    context.log.warn({ err: error, payment: intent.id }, 'a refund has no answer');
  }
}

/** The provider gives the money back within days, and says in its reports when it has: the payment waits for that. */
async function refundRegistered(context: PaymentContext, { id, intentId = '' }: StoredRefund, reference: string) {
  const [subject, now] = [`payment:${intentId}`, context.clock.now()];
  await context.db.kysely.transaction().execute(async (trx) => {
    if (!(await moveRefund(trx, id, ['SENDING'], { status: 'SENT', providerRef: reference }))) {
      return context.log.warn(
        { payment: intentId, reference },
        'a refund was settled by hand before it was registered',
      );
    }
    await closeTasks(trx, subject, { by: 'provider', now });
    const told = { says: 'refund-registered', facts: { ref: reference } } as const;
    await openTask(trx, { kind: REFUND_UNKNOWN.kind, subject, ...told }, now);
  });
}

/**
 * Books that the money has gone: the payment is reversed on the loan and becomes REFUNDED, also when the refund had
 * been noted as refused before. Money that the payment does not have any more is a surplus. Idempotent.
 * @param how.from the statuses of the refund in which this can be true; any, when left out
 * @param how.alongside written in the same transaction
 * @returns whether it can be
 */
export async function refundPaid(
  context: Pick<PaymentContext, 'db' | 'clock' | 'calendar' | 'log'>,
  { id, loanId, intentId = '' }: StoredRefund,
  providerRef: string,
  actor: string,
  { valueDate, from, alongside }: PaidHow = {},
): Promise<boolean> {
  const booked = await withLoan(context, { id: loanId }, async (locked) => {
    const named = (await lockIntent(locked.trx, intentId)) as PaymentIntent;
    const refund = await lockRefund(locked.trx, id);
    if (!refund || (from && !from.includes(refund.status))) return false;
    const paid = { refund, providerRef, actor };
    if (refund.status !== 'PAID') await bookPaid(locked, named, { ...paid, valueDate: valueDate ?? locked.day.date });
    await alongside?.(locked.trx, refund.status);
    return true;
  });
  return booked === true;
}

interface PaidHow {
  readonly valueDate?: CalendarDate | undefined;
  readonly from?: readonly StoredRefund['status'][] | undefined;
  readonly alongside?: Alongside | undefined;
}

interface PaidRefund {
  readonly refund: StoredRefund;
  readonly providerRef: string;
  readonly actor: string;
}

async function bookPaid(
  locked: LockedLoan,
  named: PaymentIntent,
  { refund, providerRef, actor, valueDate }: PaidRefund & { readonly valueDate: CalendarDate },
): Promise<void> {
  const { trx, now } = locked;
  const { id, amountCents } = refund;
  const payout = { id, kind: 'refund', amountCents, providerRef, valueDate } as const;
  const intent = await toBeRefunded(locked, named, { refund, actor });
  await moveRefund(trx, id, [refund.status], { status: 'PAID', providerRef, endedAt: now });
  if (intent) {
    if (refund.status === 'REJECTED') await reportLatePayout(locked, payout);
    return giveBack(locked, intent, { refund, providerRef, actor });
  }
  // Reversed by this refund before; only its row was still open.
  if (named.status === 'REFUNDED' && !(await wasRefundedByAnother(trx, refund))) return;
  await bookSurplusPayout(locked, payout, refund.orderId === undefined ? 'psp-clearing' : 'bank');
}

async function giveBack(
  locked: LockedLoan,
  intent: PaymentIntent,
  { refund, providerRef, actor }: PaidRefund,
): Promise<void> {
  const { trx, id: loanId, day, now } = locked;
  const parts = await readParts(trx, refund.id);
  const money = (await readMoneyOf(trx, [intent.id])).filter((one) => parts.some((part) => part.paymentId === one.id));
  const credit = (await readGivenBack(trx, loanId)).filter(
    ({ paymentId, kind }) => kind === 'CREDIT' && money.some((one) => one.id === paymentId),
  );
  await bookReversal(locked, money, 'payment-refunded', new Set(credit.map(({ factId }) => factId ?? '')));
  const collected = refund.orderId === undefined ? [] : money.filter(({ into }) => into === 'psp-clearing');
  const fromBank = sum(...collected.map(({ amountCents }) => amountCents));
  if (fromBank > 0) {
    const postings = paidBackFromBank(fromBank);
    await postJournal(trx, { businessDate: day.date, kind: 'refund-from-bank', ref: refund.id, postings, now });
  }
  const moved = { actor, businessDate: day.date, now, detail: { providerRef } };
  if (canMove(intent, 'refund-paid')) await moveIntent(trx, intent, 'refund-paid', moved);
  await closeTasks(trx, `payment:${intent.id}`, { by: actor, now });
}

/**
 * The payment that this refund gives back; undefined when another has given it back, somebody disputes it, or less is left
 * of it. A refund that was refused before takes the place of one that has not been sent yet.
 */
async function toBeRefunded(
  { trx, loan, day, now }: LockedLoan,
  intent: PaymentIntent,
  { refund, actor }: { readonly refund: StoredRefund; readonly actor: string },
): Promise<PaymentIntent | undefined> {
  // Disputed since it was sent: that ends later.
  const isOnItsWay = canMove(intent, 'refund-paid') || intent.status === 'DISPUTED';
  if (refund.status !== 'REJECTED') return isOnItsWay ? intent : undefined;
  const other = await findOpenRefund(trx, { intentId: intent.id });
  if (!(await partsAreLeft(trx, loan, refund, other?.id))) return undefined;
  const reason = `refund ${refund.id} was paid after all`;
  if (other) {
    const isCancelled = await moveRefund(trx, other.id, ['QUEUED'], { status: 'REJECTED', reason, endedAt: now });
    return isCancelled ? intent : undefined;
  }
  if (!canMove(intent, 'refund-ordered')) return undefined;
  const moved = { actor, businessDate: day.date, now, detail: { refundId: refund.id, reason } };
  return moveIntent(trx, intent, 'refund-ordered', moved);
}

/**
 * Books that the money stays: the payment is SUCCEEDED as before, unless it has been disputed since.
 * @param how.from the statuses of the refund in which this can be true
 * @param how.alongside written in the same transaction
 * @returns whether it is
 */
export function refundRefused(
  { db, clock }: Pick<PaymentContext, 'db' | 'clock'>,
  { id, intentId = '' }: StoredRefund,
  reason: string,
  actor: string,
  { from = ['QUEUED', 'SENDING', 'SENT'], alongside }: Pick<PaidHow, 'from' | 'alongside'> = {},
): Promise<boolean> {
  return db.kysely.transaction().execute(async (trx) => {
    const intent = (await lockIntent(trx, intentId)) as PaymentIntent;
    const refund = await lockRefund(trx, id);
    if (!refund || !from.includes(refund.status)) return false;
    const now = clock.now();
    await endRefund(trx, id, { status: 'REJECTED', reason, endedAt: now });
    const moved = { actor, businessDate: clock.businessDate(), now, detail: { reason } };
    if (canMove(intent, 'refund-refused')) await moveIntent(trx, intent, 'refund-refused', moved);
    await closeTasks(trx, `payment:${intentId}`, { by: actor, now });
    await alongside?.(trx, refund.status);
    return true;
  });
}

/**
 * An operator has checked the provider's records: the refund was paid, or it was not. An order that the bank was given is
 * never refused by word of mouth: the bank may still pay it, and its answer counts (decision 0106). One that it was not
 * given is never paid by word of mouth: it would never arrive.
 */
export async function settleRefund(
  context: PaymentContext,
  paymentId: string,
  {
    operator,
    paidAs,
    reason,
    approve,
  }: {
    readonly operator: string;
    readonly paidAs?: string | undefined;
    readonly reason: string;
    readonly approve?: Approve;
  },
): Promise<Refunded> {
  const db = context.db.kysely;
  const refund = await findOpenRefund(db, { intentId: paymentId });
  if (!refund) return refused(409, 'payment_state', 'There is no refund on its way.');
  const actor = `operator:${operator}`;
  const isCard = refund.orderId === undefined;
  // Nothing but this says who settled it: they stand together, or nothing is settled.
  const alongside = async (trx: Trx): Promise<void> => {
    const [subject, after] = [`payment:${paymentId}`, { refundId: refund.id, paidAs: paidAs ?? null, reason }];
    const entry = { actor, action: 'payment.settle-refund', subject, after, at: context.clock.now() };
    await recordDone(trx, entry, approve);
  };
  if (paidAs !== undefined) {
    const from = isCard ? undefined : (['SENDING', 'SENT', 'PAID', 'REJECTED'] as const);
    if (!(await refundPaid(context, refund, paidAs, actor, { from, alongside }))) {
      return refused(409, 'payout_state', 'This order has not been sent by us: look whose payment the bank means.');
    }
  } else {
    const from = isCard ? (['SENDING', 'SENT'] as const) : (['QUEUED'] as const);
    if (!(await refundRefused(context, refund, reason, actor, { from, alongside }))) {
      return refused(409, 'payout_in_flight', 'The bank has this order and may still pay it: its own answer counts.');
    }
  }
  return { kind: 'moved', intent: (await readIntent(db, { id: paymentId })) as PaymentIntent };
}
