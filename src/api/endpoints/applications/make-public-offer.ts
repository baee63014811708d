import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { FEE_MEANINGS } from '#api/fee-meanings.ts';
import { date, percent, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';

const inquiry = z.strictObject({
  amount: means('Whole soles, inside the product’s bounds and on its step.', z.int()),
  term: means('One of the product’s termOptions: days for a single payment, months for instalments.', z.int()),
  productId: means('Number of the product.', z.int()),
});

/** Exactly one of the two (product-spec §7). */
export const publicOfferRequest = z.union([
  z.strictObject({
    singlePayInquiry: means(
      'Asks for the single-payment product. Send this or installmentInquiry, never both.',
      inquiry,
    ),
  }),
  z.strictObject({
    installmentInquiry: means('Asks for an instalment product. Send this or singlePayInquiry, never both.', inquiry),
  }),
]);
export type PublicOfferRequest = z.infer<typeof publicOfferRequest>;

const fee = z.strictObject({
  net: means('Before discount, soles.', soles()),
  discount: means('Taken off, soles.', soles()),
  afterDiscount: means('What is charged: net − discount, soles.', soles()),
});

const offer = z.strictObject({
  principal: means('What is paid out, soles.', soles()),
  total: means('Everything the client pays back, soles: principal + totalFees + totalVat.', soles()),
  dueDate: means('The due date; of an instalment loan, the last one.', date()),
  totalFees: means('Interest and fees after discounts, before IGV, soles.', soles()),
  totalFeesWithoutDiscount: means('Interest and fees before discounts and IGV, soles.', soles()),
  totalFeesWithoutDiscountWithVat: means('Interest and fees before discounts, with their IGV, soles.', soles()),
  totalVat: means('IGV on what is charged, soles.', soles()),
  fees: means(
    'One line per fee the product has, over the whole loan, before IGV.',
    z.strictObject({
      interestFee: means(FEE_MEANINGS.interestFee, z.optional(fee)),
      techFee: means(FEE_MEANINGS.techFee, z.optional(fee)),
      adminFee: means(FEE_MEANINGS.adminFee, z.optional(fee)),
      acceleratedAcceptanceFee: means(FEE_MEANINGS.acceleratedAcceptanceFee, z.optional(fee)),
    }),
  ),
  schedule: means(
    'Only for instalments.',
    z.optional(
      z.strictObject({
        installments: means(
          'One row per month, in order.',
          z.array(
            z.strictObject({
              dueDate: means('Day the instalment is due.', date()),
              total: means('The instalment, soles: principal + interest + fees + vat.', soles()),
              principal: means('Part that repays the loan, soles.', soles()),
              interest: means('Interest of the period, soles.', soles()),
              fees: means('Fees of the period, soles.', soles()),
              vat: means('IGV of interest and fees, soles.', soles()),
              balance: means('Principal still owed afterwards, soles.', soles()),
            }),
          ),
        ),
      }),
    ),
  ),
  tea: means('Effective annual rate of compensatory interest, percent.', percent()),
  tcea: means('True annual cost with every charge and IGV, percent (Ley 29888).', percent()),
  tceaExclVat: means('True annual cost without IGV, percent.', percent()),
});

export const publicOfferBody = z.strictObject({ offer: means('The priced loan.', offer) });
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
  refusals: ['parameter_missing', 'rate_above_cap'],
  examples: [
    {
      title: 'S/ 500 for 30 days on 15/01/2026 (EX1)',
      body: { singlePayInquiry: { amount: 500, term: 30, productId: 1 } },
      response: { offer: OFFER_EXAMPLE },
    },
  ],
});
