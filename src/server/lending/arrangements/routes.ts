import type { Route } from '#server/kit/serve-endpoint.ts';
import type { PaymentContext } from '#server/lending/payments/payment-context.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { activateFlexPayRoute } from './routes/activate-flex-pay.ts';
import { confirmPaymentPlanRoute } from './routes/confirm-payment-plan.ts';
import { declineTopUpRoute } from './routes/decline-top-up.ts';
import { getActiveLoanRoute } from './routes/get-active-loan.ts';
import { getExtensionOptionsRoute } from './routes/get-extension-options.ts';
import { getFlexPayRoute } from './routes/get-flex-pay.ts';
import { getLateLoanRoute } from './routes/get-late-loan.ts';
import { getLoanRoute } from './routes/get-loan.ts';
import { getPaymentPlanSettingsRoute } from './routes/get-payment-plan-settings.ts';
import { getTopUpRoute } from './routes/get-top-up.ts';
import { getTopUpOfferRoute } from './routes/get-top-up-offer.ts';
import { getWaysOutRoute } from './routes/get-ways-out.ts';
import { makeExtensionQuoteRoute } from './routes/make-extension-quote.ts';
import { makePaymentPlanOfferRoute } from './routes/make-payment-plan-offer.ts';
import { requestExtensionRoute } from './routes/request-extension.ts';
import { requestTopUpRoute } from './routes/request-top-up.ts';
import { signTopUpRoute } from './routes/sign-top-up.ts';
import type { AddendumContext } from './top-up-addendum.ts';

/** A client's loan with what can be agreed about it: extension, plan, flex pay, top-up. */
export function arrangementRoutes(context: AddendumContext & PaymentContext & IdentityContext): readonly Route[] {
  return [
    getActiveLoanRoute(context),
    getLateLoanRoute(context),
    getWaysOutRoute(context),
    getPaymentPlanSettingsRoute(context),
    makePaymentPlanOfferRoute(context),
    confirmPaymentPlanRoute(context),
    getTopUpOfferRoute(context),
    getTopUpRoute(context),
    requestTopUpRoute(context),
    signTopUpRoute(context),
    declineTopUpRoute(context),
    getExtensionOptionsRoute(context),
    makeExtensionQuoteRoute(context),
    requestExtensionRoute(context),
    getFlexPayRoute(context),
    activateFlexPayRoute(context),
    getLoanRoute(context),
  ];
}
