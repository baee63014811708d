import type { Endpoint } from './endpoint.ts';
import { fileComplaint } from './endpoints/file-complaint.ts';
import { getComplaint } from './endpoints/get-complaint.ts';
import { getNotificationPreferences } from './endpoints/get-notification-preferences.ts';
import { getProductSettings } from './endpoints/get-product-settings.ts';
import { getProfile } from './endpoints/get-profile.ts';
import { getSession } from './endpoints/get-session.ts';
import { keepMarketingParams } from './endpoints/keep-marketing-params.ts';
import { listNotifications } from './endpoints/list-notifications.ts';
import { listSessions } from './endpoints/list-sessions.ts';
import { logOut } from './endpoints/log-out.ts';
import { makePublicOffer } from './endpoints/make-public-offer.ts';
import { readNotifications } from './endpoints/read-notifications.ts';
import { recordConsent } from './endpoints/record-consent.ts';
import { revokeSession } from './endpoints/revoke-session.ts';
import { saveNotificationPreferences } from './endpoints/save-notification-preferences.ts';
import { sendDeviceData } from './endpoints/send-device-data.ts';
import { setMarketingConsent } from './endpoints/set-marketing-consent.ts';
import { touchSession } from './endpoints/touch-session.ts';

/** Every call of the API: routes, documentation, fuzz and authorisation tests walk this table. */
export const ENDPOINTS: readonly Endpoint[] = [
  getProductSettings,
  makePublicOffer,
  keepMarketingParams,
  recordConsent,
  sendDeviceData,
  fileComplaint,
  getComplaint,
  getSession,
  touchSession,
  listNotifications,
  readNotifications,
  getNotificationPreferences,
  saveNotificationPreferences,
  setMarketingConsent,
  logOut,
  listSessions,
  revokeSession,
  getProfile,
];
