import { type RefundBody, requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { toSoles } from '#loan/money.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { doOnce, replayed } from '#server/lending/people/idempotent-call.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { pendingOf, readContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import type { PaymentContext } from '../payment-context.ts';
import { refundCredit, sealedAccountOf } from '../refund-credit.ts';

export function requestRefundRoute(context: PaymentContext): Route<typeof requestRefund> {
  return {
    endpoint: requestRefund,
    async answer({ params, client, request }) {
      const { vault } = context;
      // The loan's number stands in for a body, so that a key used for one loan is not taken for another's.
      const call = { endpoint: requestRefund, request, client, body: params };
      // Whatever became of its loan since, a known key has its answer.
      const known = await context.db.kysely.transaction().execute((trx) => replayed<RefundBody>(trx, call));
      if (known) return known;
      const parameters = await context.parameters.inForce();
      // While the refund is open a repeated request finds it; after that the idempotency key does.
      const answer = await withLoan(context, { number: params.number, personId: client.personId }, (locked) =>
        doOnce<RefundBody>(locked, call, async () => {
          const requested = await refundCredit(locked, { parameters, vault });
          if (requested.kind === 'refused') return requested;
          const { refund, arrivesBy } = requested;
          // It waits for a change of account, and goes where that leads.
          const seal = await personSeal(locked.trx, vault, client.personId);
          const waiting = pendingOf(await readContactChanges(locked.trx, seal, client.personId), 'BANK_ACCOUNT');
          const sealed = await sealedAccountOf(locked.trx, refund);
          const digits = waiting?.masked ?? (await openDestinations(locked.trx, vault)(sealed)).cci;
          const account = `•••• ${digits.slice(-4)}`;
          return { id: refund.id, amount: toSoles(refund.amountCents), account, arrivesBy };
        }),
      );
      return answer.kind === 'not-there' ? notFound() : answer;
    },
  };
}
