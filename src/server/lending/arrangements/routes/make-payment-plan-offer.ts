import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { invalidFields, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { policiesOf, seeOpenLoan } from '#server/lending/loans/loan-snapshot.ts';
import { offerPlan, planDesk } from '../plan-eligibility.ts';

export function makePaymentPlanOfferRoute(services: ArrangementContext): Route<typeof makePaymentPlanOffer> {
  return {
    endpoint: makePaymentPlanOffer,
    async answer({ client, body }) {
      const { plan: settings } = await policiesOf(services);
      const looked = await seeOpenLoan(services, client.personId);
      const desk = looked && (await planDesk(services.db.kysely, looked, settings));
      if (!looked || !desk || desk.reason) {
        return refused(409, 'not_eligible', `No payment plan: ${desk?.reason ?? 'no-active-loan'}.`);
      }
      const offered = offerPlan(looked, desk, body, settings);
      if (offered.kind === 'invalid') return invalidFields(offered.fieldErrors);
      return { kind: 'ok', body: offered.body, headers: {} };
    },
  };
}
