import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { operationNumber } from '#api/field-rules/operation-number.ts';
import { date, soles } from '#api/fields.ts';
import { PAYMENT_EXAMPLE, paymentBody, paymentParams } from '#api/payment.ts';

/** A picture or PDF of the voucher. */
export const MAX_VOUCHER_BYTES = 5 * 1024 * 1024;

const BANK_NAME = /^[\p{L}\p{N} .-]{2,40}$/u;

const voucher = z.strictObject({
  operationNumber: required(operationNumber),
  /** The account of ours that was paid. */
  bankId: z.string().check(z.trim(), z.regex(BANK_NAME)),
  /** The bank the transfer came from, which may be any. */
  fromBank: z.optional(z.string().check(z.trim(), z.regex(BANK_NAME))),
  paidAt: date(),
  amount: soles(),
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
  refusals: [{ status: 409, code: 'payment_state' }],
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
