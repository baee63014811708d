import { voidLoan } from '#loan/loan-life.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Trx } from '#server/kit/tables.ts';
import { lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import { moveOrder, readOrders } from './disbursement-store.ts';

const LEFT = ['SENDING', 'SENT', 'CONFIRMED'];

/**
 * How the payout of a signed loan is stopped for fraud: its loan is void and its order ends (decision 0164). Refused once
 * anything has left for the bank.
 */
export async function stoppablePayout(
  trx: Trx,
  context: Parameters<typeof lockLoanUpToToday>[1],
  id: string,
): Promise<Refusal | { readonly kind: 'stoppable'; readonly stop: () => Promise<void> }> {
  const locked = await lockLoanUpToToday(trx, context, { id });
  if (!locked) throw new Error(`there is no loan ${id} to stop`);
  const orders = await readOrders(trx, id);
  const change = voidLoan(locked.loan, 'withdrawn');
  if (change.kind === 'refused' || orders.some(({ status }) => LEFT.includes(status))) {
    const message = 'The money has left for the bank: ask the bank for it, and flag the client by fraud add.';
    return refused(409, 'payout_sent', message);
  }
  return {
    kind: 'stoppable',
    async stop() {
      await locked.save(change, { kind: 'fraud-flagged', ref: id });
      const ended = { status: 'CANCELLED', reason: 'stopped before it left', endedOn: locked.day.date } as const;
      for (const order of orders) await moveOrder(trx, order.id, ['QUEUED'], ended);
    },
  };
}
