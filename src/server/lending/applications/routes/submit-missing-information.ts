import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { originOf } from '#server/lending/people/people-context.ts';
import { answerInformation } from '../answer-information.ts';
import { respondWithState } from '../respond-with-state.ts';
import type { SigningContext } from '../sign-agreement.ts';
import { withApplication } from '../with-application.ts';

export function submitMissingInformationRoute(context: SigningContext): Route<typeof submitMissingInformation> {
  return {
    endpoint: submitMissingInformation,
    answer: ({ body, client, context: c }) =>
      withApplication(context, client.personId, async (held) => {
        const naming = { client, origin: originOf(context, c) };
        const refused = await answerInformation(context, held, { answers: body.items, naming });
        return refused ?? respondWithState(held);
      }),
  };
}
