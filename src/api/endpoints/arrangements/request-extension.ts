import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';
import { PAYMENT_EXAMPLE, paymentBody, paymentMethod } from '#api/payment.ts';

export const requestExtension = endpoint({
  name: 'request-extension',
  method: 'POST',
  path: '/api/v1/loan/extension/request',
  summary:
    'Starts the payment of a quoted extension. The due date moves when the money is there, by the day it was paid.',
  access: { stepUp: 'extend' },
  body: z.strictObject({
    quoteId: means('The quote of an extension.', z.guid()),
    method: means('How it is paid.', paymentMethod),
  }),
  successStatus: 201,
  response: paymentBody,
  refusals: [
    'not_eligible',
    'parameter_missing',
    'loan_closed',
    'payment_in_progress',
    'contact_data_missing',
    'quote_expired',
    'idempotency_mismatch',
  ],
  examples: [
    {
      title: '14 days, by transfer',
      body: { quoteId: '019c5d4a-1c00-7000-8000-000000000001', method: 'MANUAL' },
      response: {
        ...PAYMENT_EXAMPLE,
        id: '019c5d4a-3d00-7000-8000-000000000002',
        loanNumber: 'P-2026-0000001',
        purpose: 'EXTENSION',
        amount: 26.22,
        createdAt: '2026-02-14T17:00:00.000Z',
        today: '2026-02-14',
        expiresAt: '2026-02-17T17:00:00.000Z',
        expected: {
          principal: 0,
          interest: 14.22,
          fees: { extensionFee: 8 },
          vat: 4,
          moratory: 0,
          credit: 0,
        },
        extension: {
          status: 'PAYMENT_PENDING',
          newDueDate: '2026-02-28',
          validUntil: '2026-02-14',
          missing: null,
        },
      },
    },
  ],
});
