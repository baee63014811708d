import { submitMissingInformation } from '#api/endpoints/submit-missing-information.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { noApplication } from '../application-refusals.ts';
import type { ApplicationContext } from '../applications.ts';
import { answerInformation } from '../workflows/answer-information.ts';
import { answerWithState } from '../workflows/answer-with-state.ts';
import { withApplication } from '../workflows/with-application.ts';

export function submitMissingInformationRoute(context: ApplicationContext): Route<typeof submitMissingInformation> {
  return {
    endpoint: submitMissingInformation,
    answer: ({ body, client }) =>
      withApplication(context, client.personId, async (held) => {
        if (!held.application) return noApplication();
        const refused = await answerInformation(context, held, held.application, body.items);
        return refused ?? answerWithState(held);
      }),
  };
}
