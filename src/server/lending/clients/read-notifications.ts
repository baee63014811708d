import { readNotifications } from '#api/endpoints/clients/read-notifications.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { countUnread, markRead } from './notification-store.ts';

export function readNotificationsRoute({
  db,
  clock,
}: Pick<LendingContext, 'db' | 'clock'>): Route<typeof readNotifications> {
  return {
    endpoint: readNotifications,
    async answer({ client, body }) {
      await markRead(db.kysely, client.personId, body, clock.now());
      return { kind: 'ok', body: { unread: await countUnread(db.kysely, client.personId) }, headers: {} };
    },
  };
}
