import type { PayoutGateway, PayoutState } from '#server/lending/gateways/payout/payout-gateway.ts';
import { type LoanContext, withLoan } from '#server/lending/loans/with-loan.ts';
import type { SealedAccount } from '#server/lending/payouts/payout-destination.ts';
import type { Destination } from '#server/lending/payouts/queue-disbursement.ts';
import { sealedAccountOf, undoCreditRefund } from './refund-credit.ts';
import { refundPaid, refundRefused } from './refund-payment.ts';
import {
  claimRefunds,
  endRefund,
  lockRefund,
  moveRefund,
  postponeRefund,
  type StoredRefund,
} from './store/refund-store.ts';

export interface RefundContext extends LoanContext {
  readonly payout: PayoutGateway;
  readonly openDestination: (account: SealedAccount) => Promise<Destination>;
}

/** The lease of a refund: longer than the slowest bank takes to answer. */
const LEASE_MS = 120_000;
const ASK_AGAIN_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const BATCH = 10;

/**
 * Sends due refunds to clients' bank accounts, in one pass. The bank deduplicates by id: a retry after a lost answer is
 * paid once.
 * @returns how many were tried
 */
export async function dispatchRefunds(context: RefundContext): Promise<number> {
  const { db, clock, log } = context;
  const now = clock.now();
  const refunds = await claimRefunds(db.kysely, { now, leaseUntil: now + LEASE_MS, limit: BATCH });
  for (const refund of refunds) {
    try {
      await dispatchOne(context, refund);
    } catch (error) {
      log.warn({ err: error, refund: refund.id, attempts: refund.attempts }, 'a refund has no answer yet');
      const nextAttemptAt = now + Math.min(ASK_AGAIN_MS * 2 ** (refund.attempts - 1), LONGEST_WAIT_MS);
      // The status stays as it is: another process may have written the answer already.
      await postponeRefund(db.kysely, refund.id, nextAttemptAt);
    }
  }
  return refunds.length;
}

async function dispatchOne(context: RefundContext, refund: StoredRefund): Promise<void> {
  const { db, payout, openDestination, clock } = context;
  const { cci, holder } = await openDestination(await sealedAccountOf(db.kysely, refund));
  await moveRefund(db.kysely, refund.id, ['QUEUED'], { status: 'SENDING' });
  const state = await payout.send({ orderId: refund.id, amountCents: refund.amountCents, cci, holder });
  if (state.kind === 'accepted') {
    const nextAttemptAt = clock.now() + ASK_AGAIN_MS;
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
