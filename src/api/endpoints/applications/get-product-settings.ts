import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date, percent, soles } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { FEE_KINDS } from '#loan/fee-names.ts';
import { PRODUCT_TYPES } from '#loan/product.ts';

const whole = () => z.int().check(z.nonnegative());

const pricing = z.strictObject({
  businessDate: means('The day in Lima the figures are in force on.', date()),
  parameterVersion: means(
    'Grows with every change of a figure; offers of one date and version are comparable.',
    whole(),
  ),
  tea: means('Effective annual rate of compensatory interest, percent, 360-day year.', percent()),
  igv: means('Value added tax on interest and fees, percent.', percent()),
  cap: means(
    'Highest compensatory rate the law allows on the date, percent. A product whose rate is above it is not sold.',
    percent(),
  ),
  fees: means(
    'Fees before IGV. Interest is not among them: it is computed.',
    z.array(
      z.strictObject({
        name: means('Which fee.', z.enum(['techFee', 'adminFee', 'acceleratedAcceptanceFee'])),
        kind: means(
          'flat: once. perInstallment: with each instalment. spread: once, divided over the instalments.',
          z.enum(FEE_KINDS),
        ),
        net: means('Price before discount and IGV, soles.', soles()),
        discount: means('Taken off the price before IGV, soles.', soles()),
      }),
    ),
  ),
  freeUpTo: means(
    'Present while the first loan is free: up to this amount and term nothing is charged.',
    z.optional(
      z.strictObject({
        amount: means('Whole soles.', whole()),
        term: means('Days or months by productType.', whole()),
      }),
    ),
  ),
});

const product = z.strictObject({
  productId: means('Number of the product.', whole()),
  productType: means(
    'SINGLE_PAY: one payment, terms in days. INSTALLMENT: monthly payments, terms in months.',
    z.enum(PRODUCT_TYPES),
  ),
  minAmount: means('Smallest amount, whole soles.', whole()),
  maxAmount: means('Largest amount for the sequence asked for, whole soles.', whole()),
  defaultAmount: means('Amount the calculator opens with, whole soles.', whole()),
  amountStep: means('Amounts are minAmount plus a multiple of this, whole soles.', whole()),
  firstLoanLimit: means('Largest amount of a first loan, whole soles.', whole()),
  minTerm: means('Shortest term, in days or months by productType.', whole()),
  maxTerm: means('Longest term, in days or months by productType.', whole()),
  defaultTerm: means('Term the calculator opens with.', whole()),
  termOptions: means('The terms that may be chosen; no other is offered.', z.array(whole())),
  pricing: means(
    'The dated figures an offer is computed with, so that a calculator can price without asking.',
    pricing,
  ),
});

const tariff = z.strictObject({
  moratory: means('Rate of late interest on overdue principal, on top of the loan’s own; TEA in percent.', percent()),
  extensions: means(
    'Fees of the extensions that are sold, before IGV.',
    z.array(
      z.strictObject({
        days: means('Days that an extension moves the due date by.', whole()),
        fee: means('Before IGV, soles; the interest of the days comes on top.', soles()),
      }),
    ),
  ),
  changedMyMindDays: means(
    'Whoever repays within these days of the payout owes the principal alone; absent: no such rule.',
    z.optional(whole()),
  ),
});

/** The person who answers for personal data; missing until the lender has named one. */
export const dataOfficer = z.optional(
  z.strictObject({
    name: means('The officer’s name.', z.string()),
    contact: means('E-mail, telephone or address.', z.string()),
  }),
);

/** The amounts above which it is asked; missing where it is never asked. */
const askedAbove = z.strictObject({
  referees: means('Above it referees are asked for, whole soles; absent: never.', z.optional(whole())),
  pictures: means(
    'Above it pictures of document and face are asked for, whole soles; absent: never.',
    z.optional(whole()),
  ),
});

export const productSettingsBody = z.strictObject({
  singlePayProduct: means('The product repaid in one payment.', product),
  installmentProducts: means(
    'The products repaid in monthly instalments. The last one is the default.',
    z.array(product).check(z.minLength(1)),
  ),
  tariff: means(
    'What being late and extending cost, for every product; absent while the lender’s policies have a flaw.',
    z.optional(tariff),
  ),
  askedAbove: means(
    'Above which amounts more is asked for; absent while the lender’s policies have a flaw.',
    z.optional(askedAbove),
  ),
  dataOfficer: means('Who answers for personal data; absent until the lender has named somebody.', dataOfficer),
  capOf: means(
    'The last day that the cap was published for, where a sandbox carries an older one forward; absent otherwise.',
    z.optional(date()),
  ),
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
  query: z.strictObject({
    sequence: means(
      '1 for a first loan: maximums are cut to firstLoanLimit. 2 for a client who has repaid one, by their session; without a session it is answered as 1.',
      z.enum(['1', '2']),
    ),
  }),
  response: productSettingsBody,
  refusals: ['parameter_missing'],
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
