import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { fromSoles } from '#loan/money.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { withOpenLoan } from '#server/lending/loans/open-loan.ts';
import { doOnce } from '#server/lending/people/idempotent-call.ts';
import { requestTopUp as request } from '../request-top-up.ts';
import { notAvailable, presentTopUp } from '../top-up-pricing.ts';

export function requestTopUpRoute(services: ArrangementContext): Route<typeof requestTopUp> {
  return {
    endpoint: requestTopUp,
    async answer({ client, body, request: sent }) {
      const parameters = await services.parameters.inForce();
      const money = { endpoint: requestTopUp, request: sent, client, body };
      const answer = await withOpenLoan(services, client.personId, (locked) =>
        doOnce(locked, money, async () => {
          const requested = await request(locked, parameters, fromSoles(body.principal));
          if (requested.kind === 'refused') return requested;
          const topUp = presentTopUp(locked, requested.request, 'ORIGINATED', parameters);
          return { topUp, nextScreen: { name: 'application-offer-topup' as const } };
        }),
      );
      return answer.kind === 'no-loan' ? notAvailable('no-active-loan') : answer;
    },
  };
}
