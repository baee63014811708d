import { activateFlexPay } from '#api/endpoints/activate-flex-pay.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { doOnce } from '../idempotent-call.ts';
import { policiesOf } from '../loan-seen.ts';
import { viewLoan } from '../loan-view.ts';
import { withOpenLoan } from '../open-loan.ts';
import type { Services } from '../services.ts';
import { activateFlex } from '../workflows/activate-flex.ts';

export function activateFlexPayRoute(services: Services): Route<typeof activateFlexPay> {
  return {
    endpoint: activateFlexPay,
    async answer({ client, body, request }) {
      const policies = await policiesOf(services);
      const money = { endpoint: activateFlexPay, request, client, body };
      const answer = await withOpenLoan(services, client.personId, (inHand) =>
        doOnce(inHand.trx, money, async () => {
          const activated = await activateFlex(inHand, policies, client.stepUp?.challengeId);
          if (activated.kind === 'refused') return activated;
          const { loan } = await viewLoan(inHand.trx, inHand, policies);
          return { flexId: activated.flexId, loan };
        }),
      );
      if (answer.kind === 'no-loan') return refused(409, 'not_eligible', 'No flex pay: no active loan.');
      return answer;
    },
  };
}
