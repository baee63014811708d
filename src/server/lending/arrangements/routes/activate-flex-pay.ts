import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { withOpenLoan } from '#server/lending/loans/open-loan.ts';
import { doOnce } from '#server/lending/people/idempotent-call.ts';
import { activateFlex } from '../activate-flex.ts';
import { viewLoan } from '../loan-view.ts';

export function activateFlexPayRoute(services: ArrangementContext): Route<typeof activateFlexPay> {
  return {
    endpoint: activateFlexPay,
    async answer({ client, body, request }) {
      const parameters = await services.parameters.inForce();
      const money = { endpoint: activateFlexPay, request, client, body };
      const answer = await withOpenLoan(services, client.personId, (locked) =>
        doOnce(locked, money, async () => {
          const activated = await activateFlex(locked, parameters.policies(), body.offerId, client.stepUp);
          if (activated.kind === 'refused') return activated;
          const { loan } = await viewLoan(locked.trx, locked, parameters);
          return { flexId: activated.flexId, loan };
        }),
      );
      if (answer.kind === 'no-loan') return refused(409, 'not_eligible', 'No flex pay: no active loan.');
      return answer;
    },
  };
}
