import type { HttpApp } from '#server/kit/http.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { PaymentContext } from './payment-context.ts';
import { cancelPaymentRoute } from './routes/cancel-payment.ts';
import { serveCompleteCardPayment } from './routes/complete-card-payment.ts';
import { getPaymentRoute } from './routes/get-payment.ts';
import { getPaymentOptionsRoute } from './routes/get-payment-options.ts';
import { getPayoffQuoteRoute } from './routes/get-payoff-quote.ts';
import { listPaymentsRoute } from './routes/list-payments.ts';
import { makePaymentRoute } from './routes/make-payment.ts';
import { makePaymentPreviewRoute } from './routes/make-payment-preview.ts';
import { serveReceivePagoefectivo } from './routes/receive-pagoefectivo.ts';
import { requestRefundRoute } from './routes/request-refund.ts';
import { sendVoucherRoute } from './routes/send-voucher.ts';
import { serveStaffMoneyBack } from './routes/staff-money-back.ts';
import { serveStaffPayments } from './routes/staff-payments.ts';
import { serveStaffPayouts } from './routes/staff-payouts.ts';

/** Everything clients say about payments. */
export function paymentRoutes(context: PaymentContext): readonly Route[] {
  return [
    getPaymentOptionsRoute(context),
    getPayoffQuoteRoute(context),
    makePaymentPreviewRoute(context),
    makePaymentRoute(context),
    getPaymentRoute(context),
    listPaymentsRoute(context),
    cancelPaymentRoute(context),
    sendVoucherRoute(context),
    requestRefundRoute(context),
  ];
}

/** What providers and staff say about payments. */
export function servePayments(app: HttpApp, context: PaymentContext, operatorToken: string | undefined): void {
  serveCompleteCardPayment(app, context);
  serveReceivePagoefectivo(app, context);
  if (operatorToken === undefined) return;
  serveStaffPayments(app, context, operatorToken);
  serveStaffMoneyBack(app, context, operatorToken);
  serveStaffPayouts(app, context, operatorToken);
}
