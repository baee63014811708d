import { requestTopUp } from '#api/endpoints/request-top-up.ts';
import { fromSoles } from '#loan/money.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { doOnce } from '../idempotent-call.ts';
import { policiesOf } from '../loan-seen.ts';
import { withOpenLoan } from '../open-loan.ts';
import type { Services } from '../services.ts';
import { notAvailable, presentTopUp } from '../top-up-desk.ts';
import { requestTopUp as request } from '../workflows/request-top-up.ts';

export function requestTopUpRoute(services: Services): Route<typeof requestTopUp> {
  return {
    endpoint: requestTopUp,
    async answer({ client, body, request: sent }) {
      const policies = await policiesOf(services);
      const money = { endpoint: requestTopUp, request: sent, client, body };
      const answer = await withOpenLoan(services, client.personId, (inHand) =>
        doOnce(inHand.trx, money, async () => {
          const requested = await request(inHand, policies, fromSoles(body.principal));
          if (requested.kind === 'refused') return requested;
          const topUp = presentTopUp(inHand, requested.request, 'ORIGINATED', policies);
          return { topUp, nextScreen: { name: 'application-offer-topup' as const } };
        }),
      );
      return answer.kind === 'no-loan' ? notAvailable('no-active-loan') : answer;
    },
  };
}
