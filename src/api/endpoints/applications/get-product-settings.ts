import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, percent, soles } from '#api/fields.ts';
import { FEE_KINDS } from '#loan/fee-names.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';

const whole = () => z.int().check(z.nonnegative());

const pricing = z.strictObject({
  businessDate: date(),
  parameterVersion: whole(),
  tea: percent(),
  igv: percent(),
  cap: percent(),
  fees: z.array(
    z.strictObject({
      name: z.enum(['techFee', 'adminFee', 'acceleratedAcceptanceFee']),
      kind: z.enum(FEE_KINDS),
      net: soles(),
      discount: soles(),
    }),
  ),
  freeUpTo: z.optional(z.strictObject({ amount: whole(), term: whole() })),
});

const product = z.strictObject({
  productId: whole(),
  productType: z.enum(PRODUCT_TYPES),
  minAmount: whole(),
  maxAmount: whole(),
  defaultAmount: whole(),
  amountStep: whole(),
  firstLoanLimit: whole(),
  minTerm: whole(),
  maxTerm: whole(),
  defaultTerm: whole(),
  termOptions: z.array(whole()),
  pricing,
});

const tariff = z.strictObject({
  moratory: percent(),
  extensions: z.array(z.strictObject({ days: whole(), fee: soles() })),
  changedMyMindDays: z.optional(whole()),
});

/** The person who answers for personal data; missing until the lender has named one. */
export const dataOfficer = z.optional(z.strictObject({ name: z.string(), contact: z.string() }));

/** The amounts above which it is asked; missing where it is never asked. */
const askedAbove = z.strictObject({ referees: z.optional(whole()), pictures: z.optional(whole()) });

export const productSettingsBody = z.strictObject({
  singlePayProduct: product,
  installmentProducts: z.array(product).check(z.minLength(1)),
  tariff: z.optional(tariff),
  askedAbove: z.optional(askedAbove),
  dataOfficer,
  capOf: z.optional(date()),
});
export type ProductSettingsBody = z.infer<typeof productSettingsBody>;
export type ProductBody = z.infer<typeof product>;
export type TariffBody = z.infer<typeof tariff>;

const singlePayExample = {
  productId: 1,
  productType: 'SINGLE_PAY',
  minAmount: 100,
  maxAmount: 500,
  defaultAmount: 300,
  amountStep: 50,
  firstLoanLimit: 500,
  minTerm: 7,
  maxTerm: 30,
  defaultTerm: 30,
  termOptions: [7, 14, 30],
  pricing: {
    businessDate: '2026-01-15',
    parameterVersion: 1,
    tea: 110,
    igv: 18,
    cap: 113.16,
    fees: [
      { name: 'techFee', kind: 'flat', net: 15, discount: 3 },
      { name: 'adminFee', kind: 'flat', net: 10, discount: 0 },
      { name: 'acceleratedAcceptanceFee', kind: 'flat', net: 8, discount: 0 },
    ],
  },
};

export const getProductSettings = endpoint({
  name: 'get-product-settings',
  method: 'GET',
  path: '/api/v1/public/offer/product-settings',
  summary:
    'Products, bounds and dated prices: sequence 1 for a first loan, 2 for a repeat client who is signed in; without a session they are those of a first loan.',
  query: z.strictObject({ sequence: z.enum(['1', '2']) }),
  response: productSettingsBody,
  refusals: [{ status: 409, code: 'parameter_missing' }],
  examples: [
    {
      title: 'first loan',
      query: { sequence: '1' },
      response: {
        singlePayProduct: singlePayExample,
        installmentProducts: [
          {
            ...singlePayExample,
            productId: 12,
            productType: 'INSTALLMENT',
            minAmount: 1000,
            maxAmount: 2000,
            defaultAmount: 1000,
            amountStep: 100,
            firstLoanLimit: 2000,
            minTerm: 7,
            maxTerm: 12,
            defaultTerm: 7,
            termOptions: [7, 8, 9, 10, 11, 12],
            pricing: {
              ...singlePayExample.pricing,
              tea: 85,
              fees: [
                { name: 'techFee', kind: 'perInstallment', net: 4, discount: 1 },
                { name: 'acceleratedAcceptanceFee', kind: 'spread', net: 45, discount: 0 },
              ],
            },
          },
        ],
        tariff: {
          moratory: 16.97,
          extensions: [
            { days: 7, fee: 5 },
            { days: 14, fee: 8 },
            { days: 30, fee: 12 },
          ],
        },
        askedAbove: { referees: 500, pictures: 1000 },
        dataOfficer: { name: 'Rosa Díaz Paredes', contact: 'datos@manay.example' },
      },
    },
  ],
});
