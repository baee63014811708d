import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { explainedTerm, TERMS_EXAMPLE } from '#api/explained-term.ts';
import { soles } from '#api/fields.ts';
import { loanParams, paymentMethod, paymentPurpose, prepaymentMode } from '#api/payment.ts';
import { PAYMENT_EXPLANATIONS } from '#loan/payment-intent.ts';

/** The reasons why a method cannot be used. */
export const METHOD_OBSTACLES = ['not_offered', 'contact_data_missing', 'payment_in_progress'] as const;

const paymentOptions = z.strictObject({
  purposes: z.array(
    z.strictObject({
      code: paymentPurpose,
      amount: z.optional(soles()),
      min: z.optional(soles()),
      max: z.optional(soles()),
      modes: z.optional(z.array(prepaymentMode)),
      explanation: z.enum(PAYMENT_EXPLANATIONS),
      terms: z.optional(z.array(explainedTerm)),
    }),
  ),
  methods: z.array(
    z.strictObject({
      code: paymentMethod,
      available: z.boolean(),
      confirms: z.enum(['seconds', 'minutes', 'hours']),
      min: soles(),
      max: z.nullable(soles()),
      why: z.optional(z.enum(METHOD_OBSTACLES)),
    }),
  ),
  /** A payment whose outcome is unknown: purposes and methods are what is safe beside it. */
  inProgress: z.nullable(z.guid()),
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
          { code: 'MANUAL', available: true, confirms: 'hours', min: 1, max: null },
        ],
        inProgress: null,
      },
    },
  ],
});
