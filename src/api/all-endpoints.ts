import type { Endpoint } from './endpoint.ts';
import { answerChallenge } from './endpoints/answer-challenge.ts';
import { changePassword } from './endpoints/change-password.ts';
import { completeRegistration } from './endpoints/complete-registration.ts';
import { fileComplaint } from './endpoints/file-complaint.ts';
import { getAccessLog } from './endpoints/get-access-log.ts';
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
import { redeemLoginAs } from './endpoints/redeem-login-as.ts';
import { requestPasswordReset } from './endpoints/request-password-reset.ts';
import { requestPhoneRecovery } from './endpoints/request-phone-recovery.ts';
import { resendRegistrationCode } from './endpoints/resend-registration-code.ts';
import { resetPassword } from './endpoints/reset-password.ts';
import { revokeSession } from './endpoints/revoke-session.ts';
import { saveNotificationPreferences } from './endpoints/save-notification-preferences.ts';
import { sendDeviceData } from './endpoints/send-device-data.ts';
import { sendRecoveryPicture } from './endpoints/send-recovery-picture.ts';
import { sendSignInCode } from './endpoints/send-sign-in-code.ts';
import { setMarketingConsent } from './endpoints/set-marketing-consent.ts';
import { signIn } from './endpoints/sign-in.ts';
import { startRegistration } from './endpoints/start-registration.ts';
import { startStepUp } from './endpoints/start-step-up.ts';
import { touchSession } from './endpoints/touch-session.ts';
import { verifyRegistration } from './endpoints/verify-registration.ts';

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
  startRegistration,
  resendRegistrationCode,
  verifyRegistration,
  completeRegistration,
  signIn,
  sendSignInCode,
  answerChallenge,
  startStepUp,
  requestPasswordReset,
  resetPassword,
  changePassword,
  requestPhoneRecovery,
  sendRecoveryPicture,
  redeemLoginAs,
  getAccessLog,
];
