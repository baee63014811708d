import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ArrangementContext } from '#server/lending/arrangements/arrangement-context.ts';
import { withOpenLoan } from '#server/lending/loans/open-loan.ts';
import { doOnce } from '#server/lending/people/idempotent-call.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { viewLoan } from '../loan-view.ts';

export function confirmPaymentPlanRoute(services: ArrangementContext): Route<typeof confirmPaymentPlan> {
  return {
    endpoint: confirmPaymentPlan,
    async answer({ client, body, request }) {
      const parameters = await services.parameters.inForce();
      const money = { endpoint: confirmPaymentPlan, request, client, body };
      const answer = await withOpenLoan(services, client.personId, (locked) =>
        doOnce(locked, money, async () => {
          const plan = await confirmPlan(locked, parameters.policies(), body, client.stepUp);
          if (plan.kind === 'refused') return plan;
          const { loan } = await viewLoan(locked.trx, locked, parameters);
          return { planId: plan.planId, loan };
        }),
      );
      if (answer.kind === 'no-loan') return refused(409, 'not_eligible', 'No payment plan: no active loan.');
      return answer;
    },
  };
}
