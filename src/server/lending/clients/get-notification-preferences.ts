import { getNotificationPreferences } from '#api/endpoints/clients/get-notification-preferences.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { preferencesBody } from './preferences-body.ts';

export function getNotificationPreferencesRoute({
  db,
}: Pick<LendingContext, 'db'>): Route<typeof getNotificationPreferences> {
  return {
    endpoint: getNotificationPreferences,
    async answer({ client }) {
      return { kind: 'ok', body: await preferencesBody(db, client.personId), headers: {} };
    },
  };
}
