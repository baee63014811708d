import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { invalidFields } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { policiesOf, readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { noPlan, offerPlan, planEligibility } from '../plan-eligibility.ts';

export function makePaymentPlanOfferRoute(services: ArrangementContext): Route<typeof makePaymentPlanOffer> {
  return {
    endpoint: makePaymentPlanOffer,
    async answer({ client, body }) {
      const { plan: settings } = await policiesOf(services);
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      const eligibility = snapshot && (await planEligibility(services.db.kysely, snapshot, settings));
      if (!snapshot || !eligibility || eligibility.reason) {
        return noPlan(eligibility?.reason ?? 'no-active-loan');
      }
      const offered = offerPlan(snapshot, eligibility, body, settings);
      if (offered.kind === 'invalid') return invalidFields(offered.fieldErrors);
      return { kind: 'ok', body: offered.body, headers: {} };
    },
  };
}
