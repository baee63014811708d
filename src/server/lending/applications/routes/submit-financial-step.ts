import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { noApplication } from '../application-refusals.ts';
import { respondWithState } from '../respond-with-state.ts';
import { submitFinancial } from '../submit-step.ts';
import { withApplication } from '../with-application.ts';

export function submitFinancialStepRoute(context: ApplicationContext): Route<typeof submitFinancialStep> {
  return {
    endpoint: submitFinancialStep,
    answer: ({ body, request, client }) =>
      withApplication(context, client.personId, async (held) => {
        if (!held.application) return noApplication();
        const refused = await submitFinancial(context, held, held.application, { request, data: body });
        return refused ?? respondWithState(held);
      }),
  };
}
