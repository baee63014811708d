import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm, TERMS_EXAMPLE } from '#api/explained-term.ts';
import { soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { loanParams, paymentMethod, paymentPurpose, prepaymentMode } from '#api/payment.ts';
import { PAYMENT_EXPLANATIONS } from '#loan/payment-intent.ts';

/** The reasons why a method cannot be used. */
export const METHOD_OBSTACLES = ['not_offered', 'contact_data_missing', 'payment_in_progress'] as const;

const paymentOptions = z.strictObject({
  purposes: means(
    'What can be paid today; empty when nothing is owed.',
    z.array(
      z.strictObject({
        code: means('What would be paid.', paymentPurpose),
        amount: means('The amount, soles; absent where only the bounds are given.', z.optional(soles())),
        min: means('The least that can be paid, soles; present where the client may choose.', z.optional(soles())),
        max: means('The most that can be paid, soles.', z.optional(soles())),
        modes: means('The ways early money can go, when the client may choose.', z.optional(z.array(prepaymentMode))),
        explanation: means('Why a client would pay this, for the screen’s text.', z.enum(PAYMENT_EXPLANATIONS)),
        terms: means(
          'How the amount is worked out; the terms add up to it. Absent where there is none to explain.',
          z.optional(z.array(explainedTerm)),
        ),
      }),
    ),
  ),
  methods: means(
    'The ways of paying.',
    z.array(
      z.strictObject({
        code: means('The way.', paymentMethod),
        available: means('Whether it can be used now.', z.boolean()),
        confirms: means('How soon we know that it was paid.', z.enum(['seconds', 'minutes', 'hours'])),
        min: means('The least one payment can be, soles.', soles()),
        max: means('The most one payment can be, soles; null: no limit of ours.', z.nullable(soles())),
        why: means('Why it cannot be used; absent when it can.', z.optional(z.enum(METHOD_OBSTACLES))),
      }),
    ),
  ),
  inProgress: means(
    'A payment whose outcome is not known yet. Until it is, only what is safe beside it is there: not by card, and together with it no more than ends the loan.',
    z.nullable(z.guid()),
  ),
});
export type PaymentOptionsBody = z.infer<typeof paymentOptions>;

export const getPaymentOptions = endpoint({
  name: 'get-payment-options',
  method: 'GET',
  path: '/api/v1/loan/{number}/payment-options',
  summary: 'What can be paid of a loan today, for how much, and in which ways.',
  access: 'basic',
  params: loanParams,
  response: paymentOptions,
  examples: [
    {
      title: 'a single payment of S/ 500, twelve days after it was paid out',
      params: { number: 'P-2026-0001234' },
      response: {
        purposes: [
          { code: 'PAYOFF', amount: 534.59, explanation: 'ends_the_loan', terms: TERMS_EXAMPLE },
          { code: 'PARTIAL', min: 1, max: 534.58, explanation: 'pays_a_part' },
          { code: 'EXTENSION', min: 14.04, max: 48.25, explanation: 'moves_the_due_date' },
        ],
        methods: [
          { code: 'NIUBIZ', available: true, confirms: 'seconds', min: 1, max: 5000 },
          { code: 'PAGOEFECTIVO', available: false, confirms: 'minutes', min: 1, max: 10000, why: 'not_offered' },
          { code: 'MANUAL', available: true, confirms: 'hours', min: 0.01, max: null },
        ],
        inProgress: null,
      },
    },
  ],
});
