import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import {
  loanNumber,
  PAYMENT_EXAMPLE,
  paymentBody,
  paymentMethod,
  paymentPurpose,
  prepaymentMode,
} from '#api/payment.ts';

const request = z.strictObject({
  loanNumber: means('The loan it is for.', loanNumber()),
  purpose: means('What it is for.', paymentPurpose),
  amount: means(
    'Soles: needed where the client chooses it; elsewhere it is what was shown, so that another amount is noticed.',
    z.optional(soles()),
  ),
  method: means('How it is paid.', paymentMethod),
  mode: means(
    'Which way early money goes: lower instalments, fewer instalments, or the next instalments in advance.',
    z.optional(prepaymentMode),
  ),
  settles: means(
    'With FLEX: the amount is the settlement’s. If it is not by now, nothing is started (amount_changed).',
    z.optional(z.literal(true)),
  ),
  quoteId: means('The quote of an extension.', z.optional(z.guid())),
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
    'not_found',
    'amount_changed',
    'loan_closed',
    'payment_in_progress',
    'purpose_not_available',
    'contact_data_missing',
    'quote_expired',
    'idempotency_mismatch',
  ],
  examples: [
    {
      title: 'ends a loan by transfer',
      body: { loanNumber: 'P-2026-0001234', purpose: 'PAYOFF', amount: 534.59, method: 'MANUAL' },
      response: PAYMENT_EXAMPLE,
    },
  ],
});
