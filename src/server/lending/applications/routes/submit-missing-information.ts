import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { answerInformation } from '../answer-information.ts';
import type { ApplicationContext } from '../application-context.ts';
import { noApplication } from '../application-refusals.ts';
import { respondWithState } from '../respond-with-state.ts';
import { withApplication } from '../with-application.ts';

export function submitMissingInformationRoute(context: ApplicationContext): Route<typeof submitMissingInformation> {
  return {
    endpoint: submitMissingInformation,
    answer: ({ body, client }) =>
      withApplication(context, client.personId, async (held) => {
        if (!held.application) return noApplication();
        const refused = await answerInformation(context, held, held.application, body.items);
        return refused ?? respondWithState(held);
      }),
  };
}
