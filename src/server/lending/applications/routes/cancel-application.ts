import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { withdrawApplication } from '../withdraw-application.ts';

export function cancelApplicationRoute(context: ApplicationContext): Route<typeof cancelApplication> {
  return {
    endpoint: cancelApplication,
    answer: ({ body, client }) => withdrawApplication(context, client.personId, 'cancelled', body),
  };
}
