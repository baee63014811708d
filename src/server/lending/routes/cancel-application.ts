import { cancelApplication } from '#api/endpoints/cancel-application.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../applications.ts';
import { giveUp } from '../workflows/give-up.ts';

export function cancelApplicationRoute(context: ApplicationContext): Route<typeof cancelApplication> {
  return {
    endpoint: cancelApplication,
    answer: ({ body, client }) => giveUp(context, client.personId, 'cancelled', body),
  };
}
