import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LoanServices } from '#server/lending/loans/with-loan.ts';
import type { VisitorContext } from '#server/lending/people/visitor.ts';
import type { StaffAct } from '#server/lending/staff/act.ts';
import type { ApplicationContext } from './application-context.ts';
import type { PublicOfferContext } from './public-offer.ts';
import { acceptOfferRoute } from './routes/accept-offer.ts';
import { automatedDecisionAct } from './routes/automated-decisions.ts';
import { cancelApplicationRoute } from './routes/cancel-application.ts';
import { checkBankAccountRoute } from './routes/check-bank-account.ts';
import { declineOfferRoute } from './routes/decline-offer.ts';
import { deleteApplicationDocumentRoute } from './routes/delete-application-document.ts';
import { getAgreementRoute } from './routes/get-agreement.ts';
import { getApplicationRoute } from './routes/get-application.ts';
import { getApplicationOfferRoute } from './routes/get-application-offer.ts';
import { getMissingInformationRoute } from './routes/get-missing-information.ts';
import { getProductSettingsRoute } from './routes/get-product-settings.ts';
import { getProfileStateRoute, type ProfileStateContext } from './routes/get-profile-state.ts';
import { listBanksRoute } from './routes/list-banks.ts';
import { listOptionsRoute } from './routes/list-options.ts';
import { listPlacesRoute } from './routes/list-places.ts';
import { makePublicOfferRoute } from './routes/make-public-offer.ts';
import { markScreenSeenRoute } from './routes/mark-screen-seen.ts';
import { recalculateOfferRoute } from './routes/recalculate-offer.ts';
import { requestReviewRoute } from './routes/request-review.ts';
import { saveDraftRoute } from './routes/save-draft.ts';
import { sendAgreementCodeRoute } from './routes/send-agreement-code.ts';
import { sendInquiryRoute } from './routes/send-inquiry.ts';
import { signAgreementRoute } from './routes/sign-agreement.ts';
import { staffApplicationActs } from './routes/staff-applications.ts';
import { staffLoanActs } from './routes/staff-loans.ts';
import { submitDeviceStepRoute } from './routes/submit-device-step.ts';
import { submitFinancialStepRoute } from './routes/submit-financial-step.ts';
import { submitMissingInformationRoute } from './routes/submit-missing-information.ts';
import { submitPersonalStepRoute } from './routes/submit-personal-step.ts';
import { uploadApplicationDocumentRoute } from './routes/upload-application-document.ts';
import type { SigningContext } from './sign-agreement.ts';

/** From the public offer to the signed agreement, and the lists its forms choose from. */
export function applicationRoutes(
  context: SigningContext & PublicOfferContext & VisitorContext & ProfileStateContext,
): readonly Route[] {
  return [
    listOptionsRoute(),
    listPlacesRoute(context),
    getProfileStateRoute(context),
    sendInquiryRoute(context),
    getApplicationRoute(context),
    saveDraftRoute(context),
    submitPersonalStepRoute(context),
    submitFinancialStepRoute(context),
    submitDeviceStepRoute(context),
    uploadApplicationDocumentRoute(context),
    deleteApplicationDocumentRoute(context),
    getMissingInformationRoute(context),
    submitMissingInformationRoute(context),
    getApplicationOfferRoute(context),
    recalculateOfferRoute(context),
    acceptOfferRoute(context),
    declineOfferRoute(context),
    cancelApplicationRoute(context),
    getAgreementRoute(context),
    sendAgreementCodeRoute(context),
    signAgreementRoute(context),
    requestReviewRoute(context),
    markScreenSeenRoute(context),
    listBanksRoute(context),
    checkBankAccountRoute(context),
    getProductSettingsRoute(context),
    makePublicOfferRoute(context),
  ];
}

export function applicationStaffActs(): readonly StaffAct<ApplicationContext & LoanServices>[] {
  return [...staffApplicationActs(), automatedDecisionAct(), ...staffLoanActs()];
}
