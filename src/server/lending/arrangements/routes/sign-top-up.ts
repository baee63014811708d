import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { withOpenLoan } from '#server/lending/loans/open-loan.ts';
import { doOnce } from '#server/lending/people/idempotent-call.ts';
import { signTopUp as sign } from '../sign-top-up.ts';
import { notAvailable, presentTopUp } from '../top-up-pricing.ts';

export function signTopUpRoute(services: ArrangementContext): Route<typeof signTopUp> {
  return {
    endpoint: signTopUp,
    async answer({ client, body, request }) {
      const parameters = await services.parameters.inForce();
      const { vault } = services;
      const money = { endpoint: signTopUp, request, client, body };
      const answer = await withOpenLoan(services, client.personId, (locked) =>
        doOnce(locked.trx, money, async () => {
          const signed = await sign(locked, { parameters, vault }, body.offerId, client.stepUp);
          if (signed.kind === 'refused') return signed;
          const topUp = presentTopUp(locked, signed.request, 'DISBURSING', parameters);
          return { topUp, nextScreen: { name: 'application-topup-completed' as const } };
        }),
      );
      return answer.kind === 'no-loan' ? notAvailable('no-active-loan') : answer;
    },
  };
}
