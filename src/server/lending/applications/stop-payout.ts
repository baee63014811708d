import { voidLoan } from '#loan/loan-life.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import { moveOrder, readOrders } from '#server/lending/payouts/disbursement-store.ts';
import type { ApplicationContext } from './application-context.ts';
import type { LockedApplication } from './locked-application.ts';
import type { StoredApplication } from './store/application-store.ts';

const LEFT = ['SENDING', 'SENT', 'CONFIRMED'];

/**
 * How the payout of a signed loan is stopped for fraud: its loan is void and its order ends (decision 0164). Refused once
 * anything has left for the bank; nothing to do before the signature.
 */
export async function stoppablePayout(
  context: ApplicationContext,
  { trx, today }: LockedApplication,
  { stage, loanId, reference }: StoredApplication,
): Promise<Refusal | { readonly kind: 'stoppable'; readonly stop: () => Promise<void> }> {
  if (stage !== 'ISSUING' || loanId === undefined) return { kind: 'stoppable', stop: async () => undefined };
  const locked = await lockLoanUpToToday(trx, context, { id: loanId });
  if (!locked) throw new Error(`${reference} has no loan to stop`);
  const orders = await readOrders(trx, loanId);
  const change = voidLoan(locked.loan, 'withdrawn');
  if (change.kind === 'refused' || orders.some(({ status }) => LEFT.includes(status))) {
    const message = 'The money has left for the bank: ask the bank for it, and flag the client by fraud add.';
    return refused(409, 'payout_sent', message);
  }
  return {
    kind: 'stoppable',
    async stop() {
      await locked.save(change, { kind: 'fraud-flagged', ref: loanId });
      const ended = { status: 'CANCELLED', reason: 'stopped before it left', endedOn: today } as const;
      for (const { id } of orders) await moveOrder(trx, id, ['QUEUED'], ended);
    },
  };
}
