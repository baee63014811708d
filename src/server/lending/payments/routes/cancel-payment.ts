import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { PaymentContext } from '../payment-context.ts';
import { presentPayment } from '../payment-view.ts';
import { canMove, lockIntent, moveIntent, type PaymentIntent } from '../store/payment-store.ts';

export function cancelPaymentRoute(context: PaymentContext): Route<typeof cancelPayment> {
  return {
    endpoint: cancelPayment,
    async answer({ params, client }) {
      const cancelled = await cancel(context, params.id, client.personId);
      if ('kind' in cancelled) return cancelled;
      return { kind: 'ok', body: await presentPayment(context, cancelled), headers: {} };
    },
  };
}

/** Asked for again, it is still cancelled. */
function cancel({ db, clock }: PaymentContext, id: string, personId: string): Promise<PaymentIntent | Refusal> {
  return db.kysely.transaction().execute(async (trx) => {
    const intent = await lockIntent(trx, id);
    if (intent?.personId !== personId) return notFound();
    if (intent.status === 'CANCELLED') return intent;
    if (!canMove(intent, 'cancelled')) return refused(409, 'payment_state', 'This payment can no longer be given up.');
    const moved = { actor: 'client', businessDate: clock.businessDate(), now: clock.now() };
    return moveIntent(trx, intent, 'cancelled', moved);
  });
}
