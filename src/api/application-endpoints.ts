import type { Endpoint } from './endpoint.ts';
import { acceptOffer } from './endpoints/accept-offer.ts';
import { cancelApplication } from './endpoints/cancel-application.ts';
import { checkBankAccount } from './endpoints/check-bank-account.ts';
import { declineOffer } from './endpoints/decline-offer.ts';
import { deleteApplicationDocument } from './endpoints/delete-application-document.ts';
import { getAgreement } from './endpoints/get-agreement.ts';
import { getApplication } from './endpoints/get-application.ts';
import { getApplicationOffer } from './endpoints/get-application-offer.ts';
import { getMissingInformation } from './endpoints/get-missing-information.ts';
import { getProfileState } from './endpoints/get-profile-state.ts';
import { listBanks } from './endpoints/list-banks.ts';
import { listOptions } from './endpoints/list-options.ts';
import { listPlaces } from './endpoints/list-places.ts';
import { markScreenSeen } from './endpoints/mark-screen-seen.ts';
import { recalculateOffer } from './endpoints/recalculate-offer.ts';
import { requestReview } from './endpoints/request-review.ts';
import { saveDraft } from './endpoints/save-draft.ts';
import { sendAgreementCode } from './endpoints/send-agreement-code.ts';
import { sendInquiry } from './endpoints/send-inquiry.ts';
import { signAgreement } from './endpoints/sign-agreement.ts';
import { submitDeviceStep } from './endpoints/submit-device-step.ts';
import { submitFinancialStep } from './endpoints/submit-financial-step.ts';
import { submitMissingInformation } from './endpoints/submit-missing-information.ts';
import { submitPersonalStep } from './endpoints/submit-personal-step.ts';
import { uploadApplicationDocument } from './endpoints/upload-application-document.ts';

/** The calls of an application, from the profile state to the signature (domain 2.3.3). */
export const APPLICATION_ENDPOINTS: readonly Endpoint[] = [
  getProfileState,
  sendInquiry,
  getApplication,
  saveDraft,
  submitPersonalStep,
  submitFinancialStep,
  submitDeviceStep,
  uploadApplicationDocument,
  deleteApplicationDocument,
  getMissingInformation,
  submitMissingInformation,
  getApplicationOffer,
  recalculateOffer,
  acceptOffer,
  declineOffer,
  cancelApplication,
  getAgreement,
  sendAgreementCode,
  signAgreement,
  requestReview,
  markScreenSeen,
  listBanks,
  checkBankAccount,
  listOptions,
  listPlaces,
];
