import type { HttpApp } from '#server/kit/http.ts';
import { serveEndpoint } from '#server/kit/serve-endpoint.ts';
import { acceptOfferRoute } from './routes/accept-offer.ts';
import { cancelApplicationRoute } from './routes/cancel-application.ts';
import { checkBankAccountRoute } from './routes/check-bank-account.ts';
import { declineOfferRoute } from './routes/decline-offer.ts';
import { deleteApplicationDocumentRoute } from './routes/delete-application-document.ts';
import { getAgreementRoute } from './routes/get-agreement.ts';
import { getApplicationRoute } from './routes/get-application.ts';
import { getApplicationOfferRoute } from './routes/get-application-offer.ts';
import { getMissingInformationRoute } from './routes/get-missing-information.ts';
import { getProfileStateRoute } from './routes/get-profile-state.ts';
import { listBanksRoute } from './routes/list-banks.ts';
import { listOptionsRoute } from './routes/list-options.ts';
import { listPlacesRoute } from './routes/list-places.ts';
import { markScreenSeenRoute } from './routes/mark-screen-seen.ts';
import { recalculateOfferRoute } from './routes/recalculate-offer.ts';
import { requestReviewRoute } from './routes/request-review.ts';
import { saveDraftRoute } from './routes/save-draft.ts';
import { sendAgreementCodeRoute } from './routes/send-agreement-code.ts';
import { sendInquiryRoute } from './routes/send-inquiry.ts';
import { signAgreementRoute } from './routes/sign-agreement.ts';
import { submitDeviceStepRoute } from './routes/submit-device-step.ts';
import { submitFinancialStepRoute } from './routes/submit-financial-step.ts';
import { submitMissingInformationRoute } from './routes/submit-missing-information.ts';
import { submitPersonalStepRoute } from './routes/submit-personal-step.ts';
import { uploadApplicationDocumentRoute } from './routes/upload-application-document.ts';
import type { Services } from './services.ts';
import type { VisitorContext } from './visitor.ts';
import type { SigningContext } from './workflows/sign-agreement.ts';

/** The calls of an application (domain 2.3.3), and the lists its forms choose from. */
export function serveApplications(
  app: HttpApp,
  context: SigningContext,
  { gate, visitor }: Pick<Services, 'gate'> & { readonly visitor: VisitorContext },
): void {
  serveEndpoint(app, listOptionsRoute());
  serveEndpoint(app, listPlacesRoute(visitor));
  serveEndpoint(app, getProfileStateRoute(context), gate);
  serveEndpoint(app, sendInquiryRoute(context), gate);
  serveEndpoint(app, getApplicationRoute(context), gate);
  serveEndpoint(app, saveDraftRoute(context), gate);
  serveEndpoint(app, submitPersonalStepRoute(context), gate);
  serveEndpoint(app, submitFinancialStepRoute(context), gate);
  serveEndpoint(app, submitDeviceStepRoute(context), gate);
  serveEndpoint(app, uploadApplicationDocumentRoute(context), gate);
  serveEndpoint(app, deleteApplicationDocumentRoute(context), gate);
  serveEndpoint(app, getMissingInformationRoute(context), gate);
  serveEndpoint(app, submitMissingInformationRoute(context), gate);
  serveEndpoint(app, getApplicationOfferRoute(context), gate);
  serveEndpoint(app, recalculateOfferRoute(context), gate);
  serveEndpoint(app, acceptOfferRoute(context), gate);
  serveEndpoint(app, declineOfferRoute(context), gate);
  serveEndpoint(app, cancelApplicationRoute(context), gate);
  serveEndpoint(app, getAgreementRoute(context), gate);
  serveEndpoint(app, sendAgreementCodeRoute(context), gate);
  serveEndpoint(app, signAgreementRoute(context), gate);
  serveEndpoint(app, requestReviewRoute(context), gate);
  serveEndpoint(app, markScreenSeenRoute(context), gate);
  serveEndpoint(app, listBanksRoute(context), gate);
  serveEndpoint(app, checkBankAccountRoute(context), gate);
}
