import { getTopUp } from '#api/endpoints/get-top-up.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { policiesOf, seeOpenLoan } from '../loan-seen.ts';
import type { Services } from '../services.ts';
import { presentTopUp } from '../top-up-desk.ts';
import { topUpSituation } from '../top-up-situation.ts';

export function getTopUpRoute(services: Services): Route<typeof getTopUp> {
  return {
    endpoint: getTopUp,
    async answer({ client }) {
      const policies = await policiesOf(services);
      const seen = await seeOpenLoan(services, client.personId);
      const situation = seen && (await topUpSituation(services.db.kysely, seen, policies));
      const isOnItsWay = seen && situation?.request && situation.status !== 'NONE';
      const topUp = isOnItsWay ? presentTopUp(seen, situation.request, situation.status, policies) : null;
      return { kind: 'ok', body: { topUp }, headers: {} };
    },
  };
}
