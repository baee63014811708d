import type { Endpoint } from './endpoint.ts';
import { confirmPaymentPlan } from './endpoints/confirm-payment-plan.ts';
import { declineTopUp } from './endpoints/decline-top-up.ts';
import { fileComplaint } from './endpoints/file-complaint.ts';
import { getActiveLoan } from './endpoints/get-active-loan.ts';
import { getComplaint } from './endpoints/get-complaint.ts';
import { getLoan } from './endpoints/get-loan.ts';
import { getPaymentPlanSettings } from './endpoints/get-payment-plan-settings.ts';
import { getProductSettings } from './endpoints/get-product-settings.ts';
import { getSession } from './endpoints/get-session.ts';
import { getTopUp } from './endpoints/get-top-up.ts';
import { getTopUpOffer } from './endpoints/get-top-up-offer.ts';
import { keepMarketingParams } from './endpoints/keep-marketing-params.ts';
import { listLoans } from './endpoints/list-loans.ts';
import { makePaymentPlanOffer } from './endpoints/make-payment-plan-offer.ts';
import { makePublicOffer } from './endpoints/make-public-offer.ts';
import { recordConsent } from './endpoints/record-consent.ts';
import { requestTopUp } from './endpoints/request-top-up.ts';
import { sendDeviceData } from './endpoints/send-device-data.ts';
import { signTopUp } from './endpoints/sign-top-up.ts';
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
];
