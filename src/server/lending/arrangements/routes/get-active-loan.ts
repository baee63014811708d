import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { viewLoan } from '../loan-view.ts';

/** No loan is an answer, not an error: the calculator asks on every load (domain 2.16). */
export function getActiveLoanRoute(services: ArrangementContext): Route<typeof getActiveLoan> {
  return {
    endpoint: getActiveLoan,
    async answer({ client }) {
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      if (!snapshot) return { kind: 'ok', body: { topUpAvailable: false, loan: null }, headers: {} };
      const body = await viewLoan(services.db.kysely, snapshot, await services.parameters.inForce());
      return { kind: 'ok', body, headers: {} };
    },
  };
}
