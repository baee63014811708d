import { getTopUpOffer } from '#api/endpoints/arrangements/get-top-up-offer.ts';
import { fromSoles } from '#loan/money.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { notAvailable, presentTopUpOffer, priceTopUp } from '../top-up-pricing.ts';

export function getTopUpOfferRoute(services: ArrangementContext): Route<typeof getTopUpOffer> {
  return {
    endpoint: getTopUpOffer,
    async answer({ client, query }) {
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      if (!snapshot) return notAvailable('no-active-loan');
      const parameters = await services.parameters.inForce();
      const asked = { amountCents: fromSoles(Number(query.amount)), field: 'amount' } as const;
      const priced = await priceTopUp(services.db.kysely, snapshot, parameters, asked);
      if (priced.kind === 'refused') return priced;
      return { kind: 'ok', body: presentTopUpOffer(snapshot, priced.offer), headers: {} };
    },
  };
}
