import type { HttpApp } from '#server/kit/http.ts';
import { serveEndpoint } from '#server/kit/serve-endpoint.ts';
import { getMarketingPromptRoute } from './routes/get-marketing-prompt.ts';
import { getNotificationPreferencesRoute } from './routes/get-notification-preferences.ts';
import { listNotificationsRoute } from './routes/list-notifications.ts';
import { putOffMarketingPromptRoute } from './routes/put-off-marketing-prompt.ts';
import { readNotificationsRoute } from './routes/read-notifications.ts';
import { saveNotificationPreferencesRoute } from './routes/save-notification-preferences.ts';
import { setMarketingConsentRoute } from './routes/set-marketing-consent.ts';
import type { Services } from './services.ts';

/** What a client is told, and how they want to be reached (domain 2.20). */
export function serveNotifications(app: HttpApp, services: Services): void {
  const { gate } = services;
  serveEndpoint(app, listNotificationsRoute(services), gate);
  serveEndpoint(app, readNotificationsRoute(services), gate);
  serveEndpoint(app, getNotificationPreferencesRoute(services), gate);
  serveEndpoint(app, saveNotificationPreferencesRoute(services), gate);
  serveEndpoint(app, setMarketingConsentRoute(services), gate);
  serveEndpoint(app, getMarketingPromptRoute(services), gate);
  serveEndpoint(app, putOffMarketingPromptRoute(services), gate);
}
