import { listNotifications, type NotificationBody } from '#api/endpoints/clients/list-notifications.ts';
import { type ScreenName, screenPath } from '#api/screens.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { Language } from './notification-kind.ts';
import { isNotificationKind } from './notification-kinds.ts';
import { countUnread, readNotifications, type StoredNotification } from './notification-store.ts';
import { contentOf, titleAndBody } from './notification-texts.ts';

const PAGE = 20;

export function listNotificationsRoute({ db }: Pick<LendingContext, 'db'>): Route<typeof listNotifications> {
  return {
    endpoint: listNotifications,
    async answer({ client, query, request }) {
      // Reads one more than a page to know whether there is another.
      const found = await readNotifications(db.kysely, client.personId, { before: query.cursor, limit: PAGE + 1 });
      const shown = found.slice(0, PAGE);
      const language = preferredLocale(request);
      const items = shown.flatMap((notification) => itemOf(notification, language) ?? []);
      const nextCursor = found.length > PAGE ? (shown.at(-1)?.id ?? null) : null;
      const unread = await countUnread(db.kysely, client.personId);
      return { kind: 'ok', body: { items, unread, nextCursor }, headers: { Vary: 'Accept-Language' } };
    },
  };
}

/** Undefined for a kind that a newer version of this service has written. */
function itemOf(notification: StoredNotification, language: Language): NotificationBody | undefined {
  const { id, kind, severity, createdAt, readAt } = notification;
  if (!isNotificationKind(kind)) return undefined;
  return {
    id,
    kind,
    ...titleAndBody(contentOf(kind, notification), language),
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
    link: screenPath(notification.link as ScreenName),
    severity,
  };
}
