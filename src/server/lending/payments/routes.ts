import type { HttpApp } from '#server/kit/http.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { StaffAct } from '#server/lending/staff/act.ts';
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
import { staffBatchActs } from './routes/staff-batches.ts';
import { staffMoneyBackActs } from './routes/staff-money-back.ts';
import { staffPaymentActs } from './routes/staff-payments.ts';
import { staffPayoutActs } from './routes/staff-payouts.ts';
import { staffStatementActs } from './routes/staff-statements.ts';

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
export function paymentStaffActs(): readonly StaffAct<PaymentContext>[] {
  return [
    ...staffPaymentActs(),
    ...staffStatementActs(),
    ...staffMoneyBackActs(),
    ...staffBatchActs(),
    ...staffPayoutActs(),
  ];
}
