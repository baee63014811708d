import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { soles } from '#api/fields.ts';
import {
  loanNumber,
  PAYMENT_EXAMPLE,
  paymentBody,
  paymentMethod,
  paymentPurpose,
  prepaymentMode,
} from '#api/payment.ts';

const request = z.strictObject({
  loanNumber: loanNumber(),
  purpose: paymentPurpose,
  /**
   * Required where the client chooses the amount; elsewhere it is the amount that was shown, so that a change is
   * noticed.
   */
  amount: z.optional(soles()),
  method: paymentMethod,
  mode: z.optional(prepaymentMode),
  /** The amount must be that of the settlement that was shown. */
  settles: z.optional(z.literal(true)),
  /** Identifies the quote of an extension. */
  quoteId: z.optional(z.guid()),
});
export type MakePaymentRequest = z.infer<typeof request>;

export const makePayment = endpoint({
  name: 'make-payment',
  method: 'POST',
  path: '/api/v1/payments',
  summary:
    'Starts a payment: its amount and purpose are frozen, and action says what the client does next. Send an Idempotency-Key; without one, the same request is the same payment while it waits. A client starts at most 60 payments at once and then two a minute (429); one that is there already is always answered.',
  access: 'full',
  body: request,
  response: paymentBody,
  successStatus: 201,
  refusals: [
    { status: 404, code: 'not_found' },
    { status: 409, code: 'amount_changed' },
    { status: 409, code: 'loan_closed' },
    { status: 409, code: 'payment_in_progress' },
    { status: 409, code: 'purpose_not_available' },
    { status: 409, code: 'contact_data_missing' },
    { status: 410, code: 'quote_expired' },
    { status: 422, code: 'idempotency_mismatch' },
  ],
  examples: [
    {
      title: 'ends a loan by transfer',
      body: { loanNumber: 'P-2026-0001234', purpose: 'PAYOFF', amount: 534.59, method: 'MANUAL' },
      response: PAYMENT_EXAMPLE,
    },
  ],
});
