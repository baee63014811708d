import { getActiveLoan } from '#api/endpoints/get-active-loan.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { policiesOf, seeOpenLoan } from '../loan-seen.ts';
import { viewLoan } from '../loan-view.ts';
import type { Services } from '../services.ts';

/** No loan is an answer, not an error: the calculator asks on every load (domain 2.16). */
export function getActiveLoanRoute(services: Services): Route<typeof getActiveLoan> {
  return {
    endpoint: getActiveLoan,
    async answer({ client }) {
      const seen = await seeOpenLoan(services, client.personId);
      if (!seen) return { kind: 'ok', body: { topUpAvailable: false, loan: null }, headers: {} };
      const body = await viewLoan(services.db.kysely, seen, await policiesOf(services));
      return { kind: 'ok', body, headers: {} };
    },
  };
}
