import { getTopUpOffer } from '#api/endpoints/get-top-up-offer.ts';
import { fromSoles } from '#loan/money.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { policiesOf, seeOpenLoan } from '../loan-seen.ts';
import type { Services } from '../services.ts';
import { notAvailable, presentTopUpOffer, priceTopUp } from '../top-up-desk.ts';

export function getTopUpOfferRoute(services: Services): Route<typeof getTopUpOffer> {
  return {
    endpoint: getTopUpOffer,
    async answer({ client, query }) {
      const seen = await seeOpenLoan(services, client.personId);
      if (!seen) return notAvailable('no-active-loan');
      const policies = await policiesOf(services);
      const asked = { amountCents: fromSoles(Number(query.amount)), field: 'amount' } as const;
      const priced = await priceTopUp(services.db.kysely, seen, policies, asked);
      if (priced.kind === 'refused') return priced;
      return { kind: 'ok', body: presentTopUpOffer(seen, priced.offer), headers: {} };
    },
  };
}
