import { saveNotificationPreferences } from '#api/endpoints/clients/save-notification-preferences.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { savePreference } from './notification-store.ts';
import { preferencesBody } from './preferences-body.ts';

export function saveNotificationPreferencesRoute({
  db,
  clock,
}: Pick<LendingContext, 'db' | 'clock'>): Route<typeof saveNotificationPreferences> {
  return {
    endpoint: saveNotificationPreferences,
    async answer({ client, body }) {
      const { channels, smsDetails } = body;
      await savePreference(db.kysely, client.personId, { ...channels, smsDetails }, clock.now());
      return { kind: 'ok', body: await preferencesBody(db, client.personId), headers: {} };
    },
  };
}
