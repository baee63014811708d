import type { NotificationsOf, OfLoan } from './notification-kind.ts';

/** Values that the texts below are filled with. */
export interface PaymentNotificationParams {
  readonly 'payment-received': OfLoan & { readonly amountCents: number; readonly paidOn: string };
  readonly 'payment-taken-back': OfLoan & { readonly amountCents: number; readonly paidOn: string };
}

/** News of the payments of a client. */
export const PAYMENT_NOTIFICATIONS: NotificationsOf<PaymentNotificationParams> = {
  'payment-received': {
    version: 3,
    severity: 'SUCCESS',
    link: 'profile',
    purpose: 'service',
    channels: ['email'],
    title: {
      es: 'Recibimos tu pago',
      en: 'We have received your payment',
    },
    body: {
      es: 'Recibimos {amount} el {paidOn} para tu préstamo {loanNumber}. En tus documentos encontrarás el recibo y, la noche siguiente, la boleta de lo que lleva IGV.',
      en: 'We received {amount} on {paidOn} for your loan {loanNumber}. You will find the receipt among your documents and, the following night, the tax receipt (boleta) for what carries IGV.',
    },
    sms: {
      es: 'recibimos tu pago. El recibo queda en tus documentos.',
      en: 'we have received your payment. The receipt is among your documents.',
    },
  },
  'payment-taken-back': {
    version: 3,
    severity: 'CRITICAL',
    link: 'profile-components-payment-repay-loan',
    purpose: 'service',
    channels: ['email', 'sms'],
    title: {
      es: 'Un pago tuyo fue devuelto',
      en: 'A payment of yours was returned',
    },
    body: {
      es: 'El pago de {amount} del {paidOn} para tu préstamo {loanNumber} fue anulado por tu banco o por el medio de pago. Ese monto vuelve a estar pendiente.',
      en: 'The payment of {amount} of {paidOn} for your loan {loanNumber} was cancelled by your bank or the payment provider. That amount is due again.',
    },
    sms: {
      es: 'tu pago del {paidOn} fue anulado: ese monto vuelve a estar pendiente.',
      en: 'your payment of {paidOn} was cancelled: that amount is due again.',
    },
  },
};
