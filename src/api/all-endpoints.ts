import { APPLICATION_ENDPOINTS } from './application-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { activateFlexPay } from './endpoints/activate-flex-pay.ts';
import { answerChallenge } from './endpoints/answer-challenge.ts';
import { cancelPayment } from './endpoints/cancel-payment.ts';
import { changeBankAccount } from './endpoints/change-bank-account.ts';
import { changeEmail } from './endpoints/change-email.ts';
import { changePassword } from './endpoints/change-password.ts';
import { changePhone } from './endpoints/change-phone.ts';
import { closeAccount } from './endpoints/close-account.ts';
import { completeRegistration } from './endpoints/complete-registration.ts';
import { confirmEmail } from './endpoints/confirm-email.ts';
import { confirmPaymentPlan } from './endpoints/confirm-payment-plan.ts';
import { confirmPhone } from './endpoints/confirm-phone.ts';
import { declineTopUp } from './endpoints/decline-top-up.ts';
import { fileComplaint } from './endpoints/file-complaint.ts';
import { getAccessLog } from './endpoints/get-access-log.ts';
import { getActiveLoan } from './endpoints/get-active-loan.ts';
import { getComplaint } from './endpoints/get-complaint.ts';
import { getDataExport } from './endpoints/get-data-export.ts';
import { getDocumentFile } from './endpoints/get-document-file.ts';
import { getExtensionOptions } from './endpoints/get-extension-options.ts';
import { getFlexPay } from './endpoints/get-flex-pay.ts';
import { getLoan } from './endpoints/get-loan.ts';
import { getMarketingPrompt } from './endpoints/get-marketing-prompt.ts';
import { getNotificationPreferences } from './endpoints/get-notification-preferences.ts';
import { getPayment } from './endpoints/get-payment.ts';
import { getPaymentOptions } from './endpoints/get-payment-options.ts';
import { getPaymentPlanSettings } from './endpoints/get-payment-plan-settings.ts';
import { getPayoffQuote } from './endpoints/get-payoff-quote.ts';
import { getProductSettings } from './endpoints/get-product-settings.ts';
import { getProfile } from './endpoints/get-profile.ts';
import { getSession } from './endpoints/get-session.ts';
import { getTopUp } from './endpoints/get-top-up.ts';
import { getTopUpOffer } from './endpoints/get-top-up-offer.ts';
import { getTrustLevel } from './endpoints/get-trust-level.ts';
import { getWhatIf } from './endpoints/get-what-if.ts';
import { keepAccount } from './endpoints/keep-account.ts';
import { keepMarketingParams } from './endpoints/keep-marketing-params.ts';
import { listComplaints } from './endpoints/list-complaints.ts';
import { listDataRequests } from './endpoints/list-data-requests.ts';
import { listDocuments } from './endpoints/list-documents.ts';
import { listLoans } from './endpoints/list-loans.ts';
import { listNotifications } from './endpoints/list-notifications.ts';
import { listPayments } from './endpoints/list-payments.ts';
import { listSessions } from './endpoints/list-sessions.ts';
import { logOut } from './endpoints/log-out.ts';
import { makeDataRequest } from './endpoints/make-data-request.ts';
import { makeExtensionQuote } from './endpoints/make-extension-quote.ts';
import { makePayment } from './endpoints/make-payment.ts';
import { makePaymentPlanOffer } from './endpoints/make-payment-plan-offer.ts';
import { makePaymentPreview } from './endpoints/make-payment-preview.ts';
import { makePublicOffer } from './endpoints/make-public-offer.ts';
import { putOffMarketingPrompt } from './endpoints/put-off-marketing-prompt.ts';
import { readNotifications } from './endpoints/read-notifications.ts';
import { recordConsent } from './endpoints/record-consent.ts';
import { redeemLoginAs } from './endpoints/redeem-login-as.ts';
import { requestExtension } from './endpoints/request-extension.ts';
import { requestPasswordReset } from './endpoints/request-password-reset.ts';
import { requestPayoffPaper } from './endpoints/request-payoff-paper.ts';
import { requestPhoneRecovery } from './endpoints/request-phone-recovery.ts';
import { requestRefund } from './endpoints/request-refund.ts';
import { requestStatement } from './endpoints/request-statement.ts';
import { requestTopUp } from './endpoints/request-top-up.ts';
import { resendRegistrationCode } from './endpoints/resend-registration-code.ts';
import { resetPassword } from './endpoints/reset-password.ts';
import { revokeSession } from './endpoints/revoke-session.ts';
import { saveNotificationPreferences } from './endpoints/save-notification-preferences.ts';
import { saveProfile } from './endpoints/save-profile.ts';
import { sendDeviceData } from './endpoints/send-device-data.ts';
import { sendRecoveryPicture } from './endpoints/send-recovery-picture.ts';
import { sendSignInCode } from './endpoints/send-sign-in-code.ts';
import { sendVoucher } from './endpoints/send-voucher.ts';
import { setMarketingConsent } from './endpoints/set-marketing-consent.ts';
import { signIn } from './endpoints/sign-in.ts';
import { signTopUp } from './endpoints/sign-top-up.ts';
import { startRegistration } from './endpoints/start-registration.ts';
import { startStepUp } from './endpoints/start-step-up.ts';
import { touchSession } from './endpoints/touch-session.ts';
import { verifyDocument } from './endpoints/verify-document.ts';
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
  getPaymentOptions,
  getPayoffQuote,
  makePaymentPreview,
  makePayment,
  getPayment,
  listPayments,
  cancelPayment,
  sendVoucher,
  requestRefund,
  listNotifications,
  readNotifications,
  getNotificationPreferences,
  saveNotificationPreferences,
  setMarketingConsent,
  getMarketingPrompt,
  putOffMarketingPrompt,
  logOut,
  listSessions,
  revokeSession,
  getProfile,
  getActiveLoan,
  listLoans,
  getLoan,
  getPaymentPlanSettings,
  makePaymentPlanOffer,
  confirmPaymentPlan,
  getTopUpOffer,
  getTopUp,
  requestTopUp,
  signTopUp,
  declineTopUp,
  getExtensionOptions,
  makeExtensionQuote,
  requestExtension,
  getFlexPay,
  activateFlexPay,
  getTrustLevel,
  getWhatIf,
  listDocuments,
  getDataExport,
  getDocumentFile,
  requestStatement,
  requestPayoffPaper,
  verifyDocument,
  ...APPLICATION_ENDPOINTS,
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
  saveProfile,
  changeBankAccount,
  changeEmail,
  changePhone,
  confirmEmail,
  confirmPhone,
  makeDataRequest,
  listComplaints,
  listDataRequests,
  closeAccount,
  keepAccount,
];
