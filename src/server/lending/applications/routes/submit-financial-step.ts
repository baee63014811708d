import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { originOf } from '#server/lending/people/people-context.ts';
import { noApplication } from '../application-refusals.ts';
import { respondWithState } from '../respond-with-state.ts';
import type { SigningContext } from '../sign-agreement.ts';
import { submitFinancial } from '../submit-step.ts';
import { withApplication } from '../with-application.ts';

export function submitFinancialStepRoute(context: SigningContext): Route<typeof submitFinancialStep> {
  return {
    endpoint: submitFinancialStep,
    async answer({ body, request, client, context: c }) {
      const { rows: asked } = (await context.parameters.inForce()).policies().requirements;
      return withApplication(context, client.personId, async (held) => {
        if (!held.application) return noApplication();
        const refused = await submitFinancial(context, held, held.application, {
          request,
          data: body,
          asked,
          naming: { client, origin: originOf(context, c) },
        });
        return refused ?? respondWithState(held);
      });
    },
  };
}
