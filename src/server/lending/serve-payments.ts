import type { Gate } from '#server/kit/gate.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { serveEndpoint } from '#server/kit/serve-endpoint.ts';
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

/** Everything clients and providers say about payments. */
export function servePayments(
  app: HttpApp,
  context: PaymentContext & { readonly gate: Gate; readonly trustedProxies: number },
): void {
  const { gate } = context;
  serveEndpoint(app, getPaymentOptionsRoute(context), gate);
  serveEndpoint(app, getPayoffQuoteRoute(context), gate);
  serveEndpoint(app, makePaymentPreviewRoute(context), gate);
  serveEndpoint(app, makePaymentRoute(context), gate);
  serveEndpoint(app, getPaymentRoute(context), gate);
  serveEndpoint(app, listPaymentsRoute(context), gate);
  serveEndpoint(app, cancelPaymentRoute(context), gate);
  serveEndpoint(app, sendVoucherRoute(context), gate);
  serveEndpoint(app, requestRefundRoute(context), gate);
  serveCompleteCardPayment(app, context);
  serveReceivePagoefectivo(app, context);
}
