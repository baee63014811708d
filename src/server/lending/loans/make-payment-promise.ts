import { makePaymentPromise } from '#api/endpoints/loans/make-payment-promise.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { policiesOf } from './loan-snapshot.ts';
import { withOpenLoan } from './open-loan.ts';
import { CLIENT, makePromise } from './promises.ts';
import type { LoanServices } from './with-loan.ts';

export function makePaymentPromiseRoute(services: LoanServices): Route<typeof makePaymentPromise> {
  return {
    endpoint: makePaymentPromise,
    async answer({ client, body }) {
      const { payment } = await policiesOf(services);
      const asked = { ...body, madeBy: CLIENT, leastCents: payment.minCents };
      const made = await withOpenLoan(services, client.personId, (locked) => makePromise(locked, asked));
      if (made.kind === 'no-loan') return refused(409, 'loan_not_late', 'There is no loan that is late.');
      return made.kind === 'refused' ? made : { kind: 'ok', body: { promise: body }, headers: {} };
    },
  };
}
