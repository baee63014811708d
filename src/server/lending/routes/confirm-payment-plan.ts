import { confirmPaymentPlan } from '#api/endpoints/confirm-payment-plan.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { doOnce } from '../idempotent-call.ts';
import { policiesOf } from '../loan-seen.ts';
import { viewLoan } from '../loan-view.ts';
import { withOpenLoan } from '../open-loan.ts';
import type { Services } from '../services.ts';
import { confirmPlan } from '../workflows/confirm-plan.ts';

export function confirmPaymentPlanRoute(services: Services): Route<typeof confirmPaymentPlan> {
  return {
    endpoint: confirmPaymentPlan,
    async answer({ client, body, request }) {
      const policies = await policiesOf(services);
      const money = { endpoint: confirmPaymentPlan, request, client, body };
      const answer = await withOpenLoan(services, client.personId, (inHand) =>
        doOnce(inHand.trx, money, async () => {
          const plan = await confirmPlan(inHand, policies, body, client.stepUp?.challengeId);
          if (plan.kind === 'refused') return plan;
          const { loan } = await viewLoan(inHand.trx, inHand, policies);
          return { planId: plan.planId, loan };
        }),
      );
      if (answer.kind === 'no-loan') return refused(409, 'not_eligible', 'No payment plan: no active loan.');
      return answer;
    },
  };
}
