import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { LoanContext } from '#server/lending/loans/with-loan.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { closeTasks } from '#server/lending/staff/task-store.ts';
import { canMove, lockIntent, moveIntent, type PaymentIntent } from './store/payment-store.ts';

/** An operator found no matching line in the bank's statements: the money of a voucher never came. */
export function reviewPayment(
  { db, clock }: Pick<LoanContext, 'db' | 'clock'>,
  paymentId: string,
  { operator, reason }: { readonly operator: string; readonly reason: string },
): Promise<{ readonly kind: 'moved'; readonly intent: PaymentIntent } | Refusal> {
  return db.kysely.transaction().execute(async (trx) => {
    const intent = await lockIntent(trx, paymentId);
    if (!intent) return notFound();
    if (!canMove(intent, 'no-such-credit')) return refused(409, 'payment_state', 'This payment is not in review.');
    const now = clock.now();
    const actor = `operator:${operator}`;
    const moved = { actor, businessDate: clock.businessDate(), now, detail: { reason } };
    const failed = await moveIntent(trx, intent, 'no-such-credit', moved, { failure_reason: 'no-such-credit' });
    await closeTasks(trx, `payment:${paymentId}`, { by: actor, now });
    await recordAudit(trx, {
      actor,
      action: 'payment.no-credit',
      subject: `payment:${paymentId}`,
      after: { reason },
      at: now,
    });
    return { kind: 'moved', intent: failed } as const;
  });
}
