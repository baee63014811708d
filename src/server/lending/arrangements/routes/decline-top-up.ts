import { declineTopUp } from '#api/endpoints/arrangements/decline-top-up.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { withOpenLoan } from '#server/lending/loans/open-loan.ts';
import { withdrawTopUp } from '../withdraw-top-up.ts';

export function declineTopUpRoute(services: ArrangementContext): Route<typeof declineTopUp> {
  return {
    endpoint: declineTopUp,
    async answer({ client }) {
      const dropped = await withOpenLoan(services, client.personId, (locked) => withdrawTopUp(locked));
      if (dropped === false) return refused(409, 'top_up_signed', 'The top-up is signed and on its way.');
      return { kind: 'ok', body: { nextScreen: { name: 'profile' } }, headers: {} };
    },
  };
}
