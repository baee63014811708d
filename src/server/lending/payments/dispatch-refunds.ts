import { backOffMs, postponeClaim, workRound } from '#server/kit/work-queue.ts';
import type { PayoutGateway, PayoutState } from '#server/lending/gateways/payout/payout-gateway.ts';
import { type LoanContext, withLoan } from '#server/lending/loans/with-loan.ts';
import type { SealedAccount } from '#server/lending/payouts/payout-destination.ts';
import type { Destination } from '#server/lending/payouts/queue-disbursement.ts';
import { sealedAccountOf, undoCreditRefund } from './refund-credit.ts';
import { refundPaid, refundRefused } from './refund-payment.ts';
import { BANK_REFUNDS, endRefund, lockRefund, moveRefund, type StoredRefund, toRefund } from './store/refund-store.ts';

export interface RefundContext extends LoanContext {
  readonly payout: PayoutGateway;
  readonly openDestination: (account: SealedAccount) => Promise<Destination>;
}

const RETRY = { firstMs: 30_000, longestMs: 15 * 60_000 };

/**
 * Sends due refunds to clients' bank accounts, in one pass. The bank deduplicates by id: a retry after a lost answer is
 * paid once.
 * @returns how many were tried
 */
export function dispatchRefunds(context: RefundContext): Promise<number> {
  const { db, clock, log } = context;
  const now = clock.now();
  return workRound(db.kysely, BANK_REFUNDS, now, {
    work: ({ row }) => dispatchOne(context, toRefund(row)),
    async failed(claim, error) {
      const { id, attempts } = claim.row;
      log.warn({ err: error, refund: id, attempts }, 'a refund has no answer yet');
      // Never its status: its answer may have been written before this copy heard of it.
      await postponeClaim(db.kysely, BANK_REFUNDS, claim, now + backOffMs(RETRY, attempts));
    },
  });
}

async function dispatchOne(context: RefundContext, refund: StoredRefund): Promise<void> {
  const { db, payout, openDestination, clock } = context;
  const { cci, holder } = await openDestination(await sealedAccountOf(db.kysely, refund));
  await moveRefund(db.kysely, refund.id, ['QUEUED'], { status: 'SENDING' });
  const state = await payout.send({ orderId: refund.id, amountCents: refund.amountCents, cci, holder });
  if (state.kind === 'accepted') {
    const nextAttemptAt = clock.now() + RETRY.firstMs;
    const sent = { status: 'SENT', providerRef: state.providerRef, nextAttemptAt } as const;
    return moveRefund(db.kysely, refund.id, ['SENDING', 'SENT'], sent);
  }
  await takeAnswer(context, refund, state);
}

async function takeAnswer(
  context: RefundContext,
  refund: StoredRefund,
  state: Exclude<PayoutState, { readonly kind: 'accepted' }>,
): Promise<void> {
  if (refund.kind === 'PAYMENT') {
    return state.kind === 'paid'
      ? refundPaid(context, refund, state.providerRef, 'provider')
      : refundRefused(context, refund, state.reason, 'provider');
  }
  await withLoan(context, { id: refund.loanId }, async (locked) => {
    const lockedRefund = await lockRefund(locked.trx, refund.id);
    if (!lockedRefund || lockedRefund.status === 'PAID' || lockedRefund.status === 'REJECTED') return;
    const endedAt = locked.now;
    if (state.kind === 'paid') {
      return endRefund(locked.trx, refund.id, { status: 'PAID', providerRef: state.providerRef, endedAt });
    }
    await undoCreditRefund(locked, refund);
    await endRefund(locked.trx, refund.id, { status: 'REJECTED', reason: state.reason, endedAt });
  });
}
