import type { HttpApp } from '#server/kit/http.ts';
import { serveEndpoint } from '#server/kit/serve-endpoint.ts';
import type { PaymentContext } from './payment-context.ts';
import { activateFlexPayRoute } from './routes/activate-flex-pay.ts';
import { confirmPaymentPlanRoute } from './routes/confirm-payment-plan.ts';
import { declineTopUpRoute } from './routes/decline-top-up.ts';
import { getActiveLoanRoute } from './routes/get-active-loan.ts';
import { getExtensionOptionsRoute } from './routes/get-extension-options.ts';
import { getFlexPayRoute } from './routes/get-flex-pay.ts';
import { getLoanRoute } from './routes/get-loan.ts';
import { getPaymentPlanSettingsRoute } from './routes/get-payment-plan-settings.ts';
import { getTopUpRoute } from './routes/get-top-up.ts';
import { getTopUpOfferRoute } from './routes/get-top-up-offer.ts';
import { getTrustLevelRoute } from './routes/get-trust-level.ts';
import { getWhatIfRoute } from './routes/get-what-if.ts';
import { listLoansRoute } from './routes/list-loans.ts';
import { makeExtensionQuoteRoute } from './routes/make-extension-quote.ts';
import { makePaymentPlanOfferRoute } from './routes/make-payment-plan-offer.ts';
import { requestExtensionRoute } from './routes/request-extension.ts';
import { requestTopUpRoute } from './routes/request-top-up.ts';
import { signTopUpRoute } from './routes/sign-top-up.ts';
import type { Services } from './services.ts';

/** The calls of a client about their loans: what they look at, and what they agree to or pay for. */
export function serveLoans(app: HttpApp, services: Services, payments: PaymentContext): void {
  const { gate } = services;
  serveEndpoint(app, getActiveLoanRoute(services), gate);
  serveEndpoint(app, listLoansRoute(services), gate);
  serveEndpoint(app, getPaymentPlanSettingsRoute(services), gate);
  serveEndpoint(app, makePaymentPlanOfferRoute(services), gate);
  serveEndpoint(app, confirmPaymentPlanRoute(services), gate);
  serveEndpoint(app, getTopUpOfferRoute(services), gate);
  serveEndpoint(app, getWhatIfRoute(services), gate);
  serveEndpoint(app, getTopUpRoute(services), gate);
  serveEndpoint(app, requestTopUpRoute(services), gate);
  serveEndpoint(app, signTopUpRoute(services), gate);
  serveEndpoint(app, declineTopUpRoute(services), gate);
  serveEndpoint(app, getExtensionOptionsRoute(services), gate);
  serveEndpoint(app, makeExtensionQuoteRoute(services), gate);
  serveEndpoint(app, requestExtensionRoute({ ...services, ...payments }), gate);
  serveEndpoint(app, getFlexPayRoute(services), gate);
  serveEndpoint(app, activateFlexPayRoute(services), gate);
  serveEndpoint(app, getTrustLevelRoute(services), gate);
  // Last: `/loan/top-up` and its like are no numbers.
  serveEndpoint(app, getLoanRoute(services), gate);
}
