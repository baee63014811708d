import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { presentTopUp } from '../top-up-pricing.ts';
import { topUpSituation } from '../top-up-situation.ts';

export function getTopUpRoute(services: ArrangementContext): Route<typeof getTopUp> {
  return {
    endpoint: getTopUp,
    async answer({ client }) {
      const parameters = await services.parameters.inForce();
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      const situation = snapshot && (await topUpSituation(services.db.kysely, snapshot, parameters));
      const isOnItsWay = snapshot && situation?.request && situation.status !== 'NONE';
      const topUp = isOnItsWay ? presentTopUp(snapshot, situation.request, situation.status, parameters) : null;
      return { kind: 'ok', body: { topUp }, headers: {} };
    },
  };
}
