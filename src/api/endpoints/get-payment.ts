import { endpoint } from '../endpoint.ts';
import { paymentBody, paymentParams } from '../payment.ts';

export const getPayment = endpoint({
  name: 'get-payment',
  method: 'GET',
  path: '/api/v1/payments/{id}',
  summary: 'How a payment stands. Reading one whose outcome is unknown asks the provider, though not every second.',
  access: 'basic',
  params: paymentParams,
  response: paymentBody,
  examples: [
    {
      title: 'paid by card on the due date',
      params: { id: '019bc215-3d00-7000-8000-000000000002' },
      response: {
        id: '019bc215-3d00-7000-8000-000000000002',
        loanNumber: 'P-2026-0001234',
        purpose: 'PAYOFF',
        method: 'NIUBIZ',
        mode: null,
        status: 'SUCCEEDED',
        amount: 573.03,
        received: 573.03,
        outcome: 'EXACT',
        failureReason: null,
        createdAt: '2026-02-14T17:00:00.000Z',
        expiresAt: '2026-02-14T17:20:00.000Z',
        paidOn: '2026-02-14',
        applied: true,
        allocation: {
          principal: 500,
          interest: 31.89,
          fees: { techFee: 12, adminFee: 10, acceleratedAcceptanceFee: 8 },
          vat: 11.14,
          moratory: 0,
          credit: 0,
        },
        paysOff: true,
        card: { brand: 'visa', maskedCard: '455103******8136' },
        voucher: null,
        canCancel: false,
        canSendVoucher: false,
        pollAfterSec: null,
        action: null,
      },
    },
  ],
});
