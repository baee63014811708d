import { voidLoan, withTopUp } from '#loan/loan-life.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { Trx } from '#server/kit/tables.ts';
import { hasUndecidedFlag } from '#server/lending/fraud/flag-hold.ts';
import { type LockedLoan, lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import { lockOrder, moveOrder, readOrder, readOrders } from './disbursement-store.ts';

const LEFT = ['SENDING', 'SENT', 'CONFIRMED'];

/**
 * Stops the payout of a signed loan for fraud: its loan is voided and its order ends (decision 0146). Refused once
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
    return hasLeft();
  }
  return {
    kind: 'stoppable',
    async stop() {
      await locked.save(change, { kind: 'fraud-flagged', ref: id });
      for (const order of orders) await moveOrder(trx, order.id, ['QUEUED'], stopped(locked));
    },
  };
}

/**
 * Ends a signed top-up that a flag of fraud holds back (decision 0146): its order ends, and its loan is as it was
 * before the signature. Refused once the order has begun to be sent.
 */
export async function stopTopUp(
  trx: Trx,
  context: Parameters<typeof lockLoanUpToToday>[1],
  orderId: string,
): Promise<Refusal | { readonly kind: 'stopped' }> {
  const order = await readOrder(trx, orderId);
  const locked = order?.purpose === 'top-up' && (await lockLoanUpToToday(trx, context, { id: order.loanId }));
  if (!locked) return notFound();
  const { status } = (await lockOrder(trx, orderId)) ?? {};
  if (status !== 'QUEUED' || locked.loan.topUp?.status !== 'DISBURSING') return hasLeft();
  if (!(await hasUndecidedFlag(trx, locked.personId))) {
    return refused(409, 'not_flagged', 'No flag of fraud holds this top-up back: it is paid out.');
  }
  await locked.save(withTopUp(locked.loan, undefined, locked.day), { kind: 'top-up-stopped', ref: orderId });
  await moveOrder(trx, orderId, ['QUEUED'], stopped(locked));
  return { kind: 'stopped' };
}

function hasLeft(): Refusal {
  const message = 'The money has left for the bank: ask the bank for it, and flag the client by fraud add.';
  return refused(409, 'payout_sent', message);
}

function stopped({ day }: LockedLoan) {
  return { status: 'CANCELLED', reason: 'stopped before it left', endedOn: day.date } as const;
}
