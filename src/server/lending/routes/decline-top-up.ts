import { declineTopUp } from '#api/endpoints/decline-top-up.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { withOpenLoan } from '../open-loan.ts';
import type { Services } from '../services.ts';
import { dropTopUp } from '../workflows/drop-top-up.ts';

export function declineTopUpRoute(services: Services): Route<typeof declineTopUp> {
  return {
    endpoint: declineTopUp,
    async answer({ client }) {
      const dropped = await withOpenLoan(services, client.personId, (inHand) => dropTopUp(inHand));
      if (dropped === false) return refused(409, 'top_up_signed', 'The top-up is signed and on its way.');
      return { kind: 'ok', body: { nextScreen: { name: 'profile' } }, headers: {} };
    },
  };
}
