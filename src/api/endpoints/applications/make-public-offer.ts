import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, percent, soles } from '#api/fields.ts';

const inquiry = z.strictObject({ amount: z.int(), term: z.int(), productId: z.int() });

/** Exactly one of the two (product-spec §7). */
export const publicOfferRequest = z.union([
  z.strictObject({ singlePayInquiry: inquiry }),
  z.strictObject({ installmentInquiry: inquiry }),
]);
export type PublicOfferRequest = z.infer<typeof publicOfferRequest>;

const fee = z.strictObject({ net: soles(), discount: soles(), afterDiscount: soles() });

const offer = z.strictObject({
  principal: soles(),
  total: soles(),
  dueDate: date(),
  totalFees: soles(),
  totalFeesWithoutDiscount: soles(),
  totalFeesWithoutDiscountWithVat: soles(),
  totalVat: soles(),
  fees: z.partialRecord(z.enum(['interestFee', 'techFee', 'adminFee', 'acceleratedAcceptanceFee']), fee),
  schedule: z.optional(
    z.strictObject({
      installments: z.array(
        z.strictObject({
          dueDate: date(),
          total: soles(),
          principal: soles(),
          interest: soles(),
          fees: soles(),
          vat: soles(),
          balance: soles(),
        }),
      ),
    }),
  ),
  tea: percent(),
  tcea: percent(),
  tceaExclVat: percent(),
});

export const publicOfferBody = z.strictObject({ offer });
export type PublicOfferBody = z.infer<typeof publicOfferBody>;

/** S/ 500 for 30 days from 15/01/2026 (EX1 of the domain), for the documentation. */
export const OFFER_EXAMPLE: PublicOfferBody['offer'] = {
  principal: 500,
  total: 573.03,
  dueDate: '2026-02-14',
  totalFees: 61.89,
  totalFeesWithoutDiscount: 64.89,
  totalFeesWithoutDiscountWithVat: 76.57,
  totalVat: 11.14,
  fees: {
    interestFee: { net: 31.89, discount: 0, afterDiscount: 31.89 },
    techFee: { net: 15, discount: 3, afterDiscount: 12 },
    adminFee: { net: 10, discount: 0, afterDiscount: 10 },
    acceleratedAcceptanceFee: { net: 8, discount: 0, afterDiscount: 8 },
  },
  tea: 110,
  tcea: 413.44,
  tceaExclVat: 305.67,
};

export const makePublicOffer = endpoint({
  name: 'make-public-offer',
  method: 'POST',
  path: '/api/v1/public/offer',
  summary:
    'Prices an amount and a term with the figures in force today. Deterministic for a body, a business date and a parameter version.',
  body: publicOfferRequest,
  envelope: ['singlePayInquiry', 'installmentInquiry'],
  response: publicOfferBody,
  refusals: [
    { status: 409, code: 'parameter_missing' },
    { status: 409, code: 'rate_above_cap' },
  ],
  examples: [
    {
      title: 'S/ 500 for 30 days on 15/01/2026 (EX1)',
      body: { singlePayInquiry: { amount: 500, term: 30, productId: 1 } },
      response: { offer: OFFER_EXAMPLE },
    },
  ],
});
