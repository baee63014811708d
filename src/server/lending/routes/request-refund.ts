import { requestRefund } from '#api/endpoints/request-refund.ts';
import { toSoles } from '#loan/money.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { openDestinations } from '../destination.ts';
import type { PaymentContext } from '../payment-context.ts';
import { refundCredit } from '../workflows/refund-credit.ts';

export function requestRefundRoute(context: PaymentContext): Route<typeof requestRefund> {
  return {
    endpoint: requestRefund,
    async answer({ params, client }) {
      const requested = await refundCredit(context, { number: params.number, personId: client.personId });
      if (requested.kind === 'not-there') return notFound();
      if (requested.kind === 'refused') return requested;
      const { refund, order, arrivesBy } = requested;
      const { cci } = await openDestinations(context.db.kysely, context.vault)(order);
      const body = {
        id: refund.id,
        amount: toSoles(refund.amountCents),
        account: `•••• ${cci.slice(-4)}`,
        arrivesBy,
      };
      return { kind: 'ok', body, headers: {} };
    },
  };
}
