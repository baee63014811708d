import { getNotificationPreferences } from '#api/endpoints/get-notification-preferences.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { preferencesBody } from '../preferences-body.ts';
import type { Services } from '../services.ts';

export function getNotificationPreferencesRoute({
  db,
}: Pick<Services, 'db'>): Route<typeof getNotificationPreferences> {
  return {
    endpoint: getNotificationPreferences,
    async answer({ client }) {
      return { kind: 'ok', body: await preferencesBody(db, client.personId), headers: {} };
    },
  };
}
