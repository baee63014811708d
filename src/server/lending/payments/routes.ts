import type { HttpApp } from '#server/kit/http.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import type { PaymentContext } from './payment-context.ts';
import { cancelPaymentRoute } from './routes/cancel-payment.ts';
import { serveCompleteCardPayment } from './routes/complete-card-payment.ts';
import { getPaymentRoute } from './routes/get-payment.ts';
import { getPaymentOptionsRoute } from './routes/get-payment-options.ts';
import { getPayoffQuoteRoute } from './routes/get-payoff-quote.ts';
import { listPaymentsRoute } from './routes/list-payments.ts';
import { listTransferAccountsRoute } from './routes/list-transfer-accounts.ts';
import { makePaymentRoute } from './routes/make-payment.ts';
import { makePaymentPreviewRoute } from './routes/make-payment-preview.ts';
import { serveReceivePagoefectivo } from './routes/receive-pagoefectivo.ts';
import { requestRefundRoute } from './routes/request-refund.ts';
import { sendVoucherRoute } from './routes/send-voucher.ts';
import { staffBatchRoutes } from './routes/staff-batches.ts';
import { staffMoneyBackRoutes } from './routes/staff-money-back.ts';
import { staffPaymentRoutes } from './routes/staff-payments.ts';
import { staffPayoutRoutes } from './routes/staff-payouts.ts';
import { staffStatementRoutes } from './routes/staff-statements.ts';

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
    listTransferAccountsRoute(context),
  ];
}

/** Serves the calls by which providers report payments. */
export function servePayments(app: HttpApp, context: PaymentContext): void {
  serveCompleteCardPayment(app, context);
  serveReceivePagoefectivo(app, context);
}

/** The staff's acts about payments, statements, refunds and payouts. */
export function paymentStaffRoutes(context: PaymentContext): readonly StaffRoute[] {
  return [
    ...staffPaymentRoutes(context),
    ...staffStatementRoutes(context),
    ...staffMoneyBackRoutes(context),
    ...staffBatchRoutes(context),
    ...staffPayoutRoutes(context),
  ];
}
