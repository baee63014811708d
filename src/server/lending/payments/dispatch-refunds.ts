import { backOffMs, type Claim, postponeClaim, workRound } from '#server/kit/work-queue.ts';
import type { PayoutGateway, PayoutState } from '#server/lending/gateways/payout/payout-gateway.ts';
import { type LoanContext, type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import type { Alongside } from '#server/lending/payouts/disburse.ts';
import { payoutSubject } from '#server/lending/payouts/missing-payout.ts';
import { readPayoutHold } from '#server/lending/payouts/payout-archive.ts';
import type { SealedAccount } from '#server/lending/payouts/payout-destination.ts';
import type { Destination } from '#server/lending/payouts/queue-disbursement.ts';
import { sendOnce } from '#server/lending/payouts/send-once.ts';
import { readPayoutsHeldUntil } from '#server/lending/people/store/contact-change-store.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { bookLateCreditRefund, sealedAccountOf, stopHeldCredit, undoCreditRefund } from './refund-credit.ts';
import { refundPaid, refundRefused } from './refund-payment.ts';
import {
  BANK_REFUNDS,
  endRefund,
  GIVEN_REFUNDS,
  lockRefund,
  moveRefund,
  type StoredRefund,
  toRefund,
} from './store/refund-store.ts';

export interface RefundContext extends LoanContext {
  readonly payout: PayoutGateway;
  readonly openDestination: (account: SealedAccount) => Promise<Destination>;
}

const RETRY = { firstMs: 30_000, longestMs: 15 * 60_000 };

/**
 * Sends due refunds to clients' bank accounts, in one pass, each once: what was on its way is asked about and never sent
 * again (decision 0106). A bank that takes orders together is only asked. Nothing at all happens while payouts are held.
 * @returns how many were tried
 */
export async function dispatchRefunds(context: RefundContext, isStopped?: () => boolean): Promise<number> {
  const { db, clock, log } = context;
  if ((await readPayoutHold(context)) !== undefined) return 0;
  const now = clock.now();
  const queue = context.payout.batches ? GIVEN_REFUNDS : BANK_REFUNDS;
  return workRound(db.kysely, queue, now, {
    work: (claim) => dispatchOne(context, claim),
    async failed(claim, error) {
      const { id, attempts } = claim.row;
      log.warn({ err: error, refund: id, attempts }, 'a refund has no answer yet');
      // Never its status: its answer may have been written before this copy heard of it.
      await postponeClaim(db.kysely, queue, claim, now + backOffMs(RETRY, attempts));
    },
    isStopped,
  });
}

async function dispatchOne(context: RefundContext, { row, leaseUntil }: Claim<'refund'>): Promise<void> {
  const { kysely } = context.db;
  const refund = toRefund(row);
  const { id, attempts, requestedOn } = refund;
  await sendOnce(
    context,
    { ...refund, orderedOn: requestedOn, isQueued: refund.status === 'QUEUED', leaseUntil },
    {
      destination: () => destinationOf(context, refund),
      begin: () => beginSending(context, refund),
      unsend: () => moveRefund(kysely, id, ['SENDING'], { status: 'QUEUED' }, attempts),
      take: (state) => takeAnswer(context, refund, state),
    },
  );
}

/**
 * Marks a refund as being sent, under the loan's lock. False when it is not QUEUED any more, or is credit that has to
 * stay: a refund that is queued again is checked again.
 * @param alongside written in the same transaction
 */
export async function beginSending(
  context: LoanContext,
  { id, kind, loanId }: StoredRefund,
  alongside: (trx: LockedLoan['trx']) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const begun = await withLoan(context, { id: loanId }, async (locked) => {
    // Its client has asked for another contact since it was claimed.
    if (await readPayoutsHeldUntil(locked.trx, locked.personId)) return false;
    if (kind === 'CREDIT') await stopHeldCredit(locked);
    if (!(await moveRefund(locked.trx, id, ['QUEUED'], { status: 'SENDING' }))) return false;
    await alongside(locked.trx);
    return true;
  });
  return begun === true;
}

/** The account that a refund goes to, and its purpose. */
export async function destinationOf({ db, openDestination }: RefundContext, refund: StoredRefund) {
  const { cci, holder } = await openDestination(await sealedAccountOf(db.kysely, refund));
  const { number } = await db.kysely
    .selectFrom('loan')
    .select('number')
    .where('id', '=', refund.loanId)
    .executeTakeFirstOrThrow();
  return { cci, holder, about: `${number} refund` };
}

/**
 * Writes the bank's answer. A stale answer about a refund that has ended changes nothing, but for money: what the bank has
 * paid is booked, and what has come back is told to staff.
 * @param alongside what is written in the transaction that ends it
 */
export async function takeAnswer(
  context: LoanContext,
  refund: StoredRefund,
  state: PayoutState,
  alongside?: Alongside,
): Promise<void> {
  const { db, clock } = context;
  if (state.kind === 'accepted') {
    const nextAttemptAt = clock.now() + RETRY.firstMs;
    const sent = { status: 'SENT', providerRef: state.providerRef, nextAttemptAt } as const;
    await moveRefund(db.kysely, refund.id, ['SENDING', 'SENT'], sent);
    return;
  }
  if (refund.kind === 'PAYMENT') {
    if (state.kind === 'paid') {
      const { providerRef, valueDate } = state;
      return void (await refundPaid(context, refund, providerRef, 'provider', { valueDate, alongside }));
    }
    if (await refundRefused(context, refund, state.reason, 'provider', { alongside })) return;
  }
  await withLoan(context, { id: refund.loanId }, async (locked) => {
    const lockedRefund = await lockRefund(locked.trx, refund.id);
    if (!lockedRefund) return;
    await end(locked, lockedRefund, state);
    await alongside?.(locked.trx, lockedRefund.status);
  });
}

async function end(
  locked: LockedLoan,
  refund: StoredRefund,
  state: Extract<PayoutState, { readonly kind: 'paid' | 'rejected' }>,
): Promise<void> {
  const { id, status, kind } = refund;
  if (status === 'PAID' && state.kind === 'rejected') return reportReturnedRefund(locked, refund, state.reason);
  if (status === 'PAID' || kind === 'PAYMENT') return;
  const endedAt = locked.now;
  if (status === 'REJECTED') {
    if (state.kind === 'paid') await bookLateCreditRefund(locked, refund, state);
    return;
  }
  if (state.kind === 'paid') {
    await endRefund(locked.trx, id, { status: 'PAID', providerRef: state.providerRef, endedAt });
    return;
  }
  await undoCreditRefund(locked, refund);
  await endRefund(locked.trx, id, { status: 'REJECTED', reason: state.reason, endedAt });
}

function reportReturnedRefund({ trx, loan, now }: LockedLoan, { id }: StoredRefund, reason: string): Promise<void> {
  const facts = { order: id, loan: loan.number, reason };
  return openTask(trx, { kind: 'payout-came-back', subject: payoutSubject(id), says: 'payout-came-back', facts }, now);
}
