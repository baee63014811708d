import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { noApplication } from '../application-refusals.ts';
import { respondWithState } from '../respond-with-state.ts';
import { submitPersonal } from '../submit-step.ts';
import { withApplication } from '../with-application.ts';

export function submitPersonalStepRoute(context: ApplicationContext): Route<typeof submitPersonalStep> {
  return {
    endpoint: submitPersonalStep,
    async answer({ body, request, client }) {
      const { underwriting, requirements } = (await context.parameters.inForce()).policies();
      return withApplication(context, client.personId, async (held) => {
        if (!held.application) return noApplication();
        const refused = await submitPersonal(context, held, held.application, {
          request,
          data: body,
          asked: requirements.rows,
          agePolicy: underwriting.age,
        });
        return refused ?? respondWithState(held);
      });
    },
  };
}
