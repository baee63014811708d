import { submitFinancialStep } from '#api/endpoints/submit-financial-step.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { noApplication } from '../application-refusals.ts';
import type { ApplicationContext } from '../applications.ts';
import { answerWithState } from '../workflows/answer-with-state.ts';
import { submitFinancial } from '../workflows/submit-step.ts';
import { withApplication } from '../workflows/with-application.ts';

export function submitFinancialStepRoute(context: ApplicationContext): Route<typeof submitFinancialStep> {
  return {
    endpoint: submitFinancialStep,
    answer: ({ body, request, client }) =>
      withApplication(context, client.personId, async (held) => {
        if (!held.application) return noApplication();
        const refused = await submitFinancial(context, held, held.application, { request, data: body });
        return refused ?? answerWithState(held);
      }),
  };
}
