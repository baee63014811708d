import { type RefundBody, requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { toSoles } from '#loan/money.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { lockLoan } from '#server/lending/loans/store/loan-store.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { doOnce, replayed } from '#server/lending/people/idempotent-call.ts';
import type { PaymentContext } from '../payment-context.ts';
import { refundCredit, sealedAccountOf } from '../refund-credit.ts';

export function requestRefundRoute(context: PaymentContext): Route<typeof requestRefund> {
  return {
    endpoint: requestRefund,
    async answer({ params, client, request }) {
      const { personId } = client;
      const { kysely } = context.db;
      // One loan's refund is no other's: the number is what a body would be.
      const call = { endpoint: requestRefund, request, client, body: params };
      const known = await kysely.transaction().execute((trx) => replayed<RefundBody>(trx, call));
      if (known) return known;
      const requested = await refundCredit(context, { number: params.number, personId });
      if (requested.kind === 'not-there') return notFound();
      if (requested.kind === 'refused') return requested;
      const { refund, arrivesBy } = requested;
      const { cci } = await openDestinations(kysely, context.vault)(await sealedAccountOf(kysely, refund));
      const body = { id: refund.id, amount: toSoles(refund.amountCents), account: `•••• ${cci.slice(-4)}`, arrivesBy };
      // While the refund is open a repeated request finds it; after that the idempotency key does.
      return kysely.transaction().execute(async (trx) => {
        await lockLoan(trx, { number: params.number, personId });
        return doOnce(trx, call, async () => body);
      });
    },
  };
}
