import { signTopUp } from '#api/endpoints/sign-top-up.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { doOnce } from '../idempotent-call.ts';
import { policiesOf } from '../loan-seen.ts';
import { withOpenLoan } from '../open-loan.ts';
import type { Services } from '../services.ts';
import { notAvailable, presentTopUp } from '../top-up-desk.ts';
import { signTopUp as sign } from '../workflows/sign-top-up.ts';

export function signTopUpRoute(services: Services): Route<typeof signTopUp> {
  return {
    endpoint: signTopUp,
    async answer({ client, body, request }) {
      const policies = await policiesOf(services);
      const { vault } = services;
      const money = { endpoint: signTopUp, request, client, body };
      const answer = await withOpenLoan(services, client.personId, (inHand) =>
        doOnce(inHand.trx, money, async () => {
          const signed = await sign(inHand, { policies, vault }, client.stepUp?.challengeId);
          if (signed.kind === 'refused') return signed;
          const topUp = presentTopUp(inHand, signed.request, 'DISBURSING', policies);
          return { topUp, nextScreen: { name: 'application-topup-completed' as const } };
        }),
      );
      return answer.kind === 'no-loan' ? notAvailable('no-active-loan') : answer;
    },
  };
}
