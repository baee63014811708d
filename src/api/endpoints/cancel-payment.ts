import { endpoint } from '../endpoint.ts';
import { paymentBody, paymentParams } from '../payment.ts';

export const cancelPayment = endpoint({
  name: 'cancel-payment',
  method: 'POST',
  path: '/api/v1/payments/{id}/cancel',
  summary: 'Gives up a payment that waits for its money. Money that comes all the same is taken.',
  access: 'full',
  params: paymentParams,
  response: paymentBody,
  refusals: [{ status: 409, code: 'payment_state' }],
  examples: [
    {
      title: 'a code nobody will pay',
      params: { id: '019bc215-3d00-7000-8000-000000000003' },
      response: {
        id: '019bc215-3d00-7000-8000-000000000003',
        loanNumber: 'P-2026-0001234',
        purpose: 'PARTIAL',
        method: 'PAGOEFECTIVO',
        mode: null,
        status: 'CANCELLED',
        amount: 100,
        received: 0,
        outcome: null,
        failureReason: null,
        createdAt: '2026-01-27T17:00:00.000Z',
        today: '2026-01-27',
        expiresAt: '2026-01-29T17:00:00.000Z',
        paidOn: null,
        applied: false,
        allocation: null,
        paysOff: false,
        card: null,
        voucher: null,
        canCancel: false,
        canSendVoucher: false,
        pollAfterSec: null,
        action: null,
      },
    },
  ],
});
