import { saveNotificationPreferences } from '#api/endpoints/save-notification-preferences.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { preferencesBody } from '../preferences-body.ts';
import type { Services } from '../services.ts';
import { savePreference } from '../store/notification-store.ts';

export function saveNotificationPreferencesRoute({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Route<typeof saveNotificationPreferences> {
  return {
    endpoint: saveNotificationPreferences,
    async answer({ client, body }) {
      const { channels, smsDetails } = body;
      await savePreference(db.kysely, client.personId, { ...channels, smsDetails }, clock.now());
      return { kind: 'ok', body: await preferencesBody(db, client.personId), headers: {} };
    },
  };
}
