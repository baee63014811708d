import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { readProfileState } from '../read-profile-state.ts';

export function getProfileStateRoute(context: ApplicationContext): Route<typeof getProfileState> {
  return {
    endpoint: getProfileState,
    answer: async ({ client }) => ({
      kind: 'ok',
      body: await readProfileState(context, client.personId),
      headers: {},
    }),
  };
}
