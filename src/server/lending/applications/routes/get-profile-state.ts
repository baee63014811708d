import type { Context } from 'hono';
import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import { readProfileState } from '../read-profile-state.ts';

/** Answers during maintenance too, and says that it is on. */
export interface ProfileStateContext extends ApplicationContext {
  /** Tells whether the product is closed for the caller of a request. */
  readonly isClosedFor: (c: Context) => Promise<boolean>;
}

export function getProfileStateRoute(context: ProfileStateContext): Route<typeof getProfileState> {
  return {
    endpoint: getProfileState,
    answer: async ({ client, context: c }) => {
      const state = await readProfileState(context, client.personId);
      const { assurance } = client;
      return { kind: 'ok', body: { ...state, maintenance: await context.isClosedFor(c), assurance }, headers: {} };
    },
  };
}
