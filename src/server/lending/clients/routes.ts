import type { Route } from '#server/kit/serve-endpoint.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import type { VisitorContext } from '#server/lending/people/visitor.ts';
import { getNotificationPreferencesRoute } from './get-notification-preferences.ts';
import { listNotificationsRoute } from './list-notifications.ts';
import { readNotificationsRoute } from './read-notifications.ts';
import { recordConsentRoute } from './record-consent.ts';
import { saveNotificationPreferencesRoute } from './save-notification-preferences.ts';
import { setMarketingConsentRoute } from './set-marketing-consent.ts';

/** Notifications, preferences and consents of a client (domain 2.20). */
export function clientRoutes(context: DocumentsContext & VisitorContext): readonly Route[] {
  return [
    listNotificationsRoute(context),
    readNotificationsRoute(context),
    getNotificationPreferencesRoute(context),
    saveNotificationPreferencesRoute(context),
    setMarketingConsentRoute(context),
    recordConsentRoute(context),
  ];
}
