import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { operationNumber } from '#api/field-rules/operation-number.ts';
import { date, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { PAYMENT_EXAMPLE, paymentBody, paymentParams } from '#api/payment.ts';

/** A picture or PDF of the voucher. */
export const MAX_VOUCHER_BYTES = 5 * 1024 * 1024;

const BANK_NAME = /^[\p{L}\p{N} .-]{2,40}$/u;

const voucher = z.strictObject({
  operationNumber: means('The bank’s number of the transfer.', required(operationNumber)),
  bankId: means(
    'The bank of the account of ours that was paid, as `action.accounts` names it.',
    z.string().check(z.trim(), z.regex(BANK_NAME)),
  ),
  fromBank: means(
    'The bank the transfer came from, as the client says: any. It helps a person to find it.',
    z.optional(z.string().check(z.trim(), z.regex(BANK_NAME))),
  ),
  paidAt: means('The day of the transfer.', date()),
  amount: means('What was transferred, soles.', soles()),
});

export const sendVoucher = endpoint({
  name: 'send-voucher',
  method: 'POST',
  path: '/api/v1/payments/{id}/voucher',
  summary:
    'Tells which transfer paid a payment made by manual transfer. Sent as a form (multipart), it may bring a picture or PDF named file. The bank’s statement decides; if it names the transfer already, the payment is done at once.',
  access: 'full',
  params: paymentParams,
  body: voucher,
  response: paymentBody,
  refusals: ['payment_state'],
  examples: [
    {
      title: 'a transfer from a bank’s app',
      params: { id: '019bc215-3d00-7000-8000-000000000001' },
      body: {
        operationNumber: '00123456',
        bankId: 'BCP',
        fromBank: 'Caja Arequipa',
        paidAt: '2026-01-27',
        amount: 534.59,
      },
      response: {
        ...PAYMENT_EXAMPLE,
        status: 'IN_REVIEW',
        voucher: {
          bankId: 'BCP',
          fromBank: 'Caja Arequipa',
          operationNumber: '00123456',
          paidAt: '2026-01-27',
          amount: 534.59,
          fileName: null,
          sentAt: '2026-01-27T17:05:00.000Z',
        },
        canCancel: false,
        canSendVoucher: false,
        action: null,
      },
    },
  ],
});
