import fc from 'fast-check';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { FeeKind } from '#loan/fee-names.ts';
import type { Fee } from '#loan/fees.ts';
import { type Cents, cents, fromSoles } from '#loan/money.ts';
import { cutToSequence, type Pricing, type Product, type ProductSettings } from '#loan/product.ts';
import type { Selection } from '#loan/selection.ts';

/** The cap published for November 2025 to April 2026 (domain 3.1). */
export const CAP_PERCENT = 113.16;

export const VALUE_DATE = calendarDate('2026-01-15');

function fee(name: Fee['name'], kind: FeeKind, net: number, discount = 0): Fee {
  return { name, kind, netCents: fromSoles(net), discountCents: fromSoles(discount) };
}

function pricing(teaPercent: number, fees: readonly Fee[]): Pricing {
  return { businessDate: VALUE_DATE, parameterVersion: 1, teaPercent, igvPercent: 18, capPercent: CAP_PERCENT, fees };
}

/** The three products of domain 2.17, before any cut to the client's sequence. */
export const SINGLE_PAY: Product = {
  productId: 1,
  productType: 'SINGLE_PAY',
  minAmount: 100,
  maxAmount: 3000,
  defaultAmount: 300,
  amountStep: 50,
  firstLoanLimit: 500,
  minTerm: 7,
  maxTerm: 30,
  defaultTerm: 30,
  termOptions: [7, 14, 30],
  pricing: pricing(110, [
    fee('techFee', 'flat', 15, 3),
    fee('adminFee', 'flat', 10),
    fee('acceleratedAcceptanceFee', 'flat', 8),
  ]),
};

export const SHORT: Product = {
  productId: 11,
  productType: 'INSTALLMENT',
  minAmount: 500,
  maxAmount: 3000,
  defaultAmount: 500,
  amountStep: 100,
  firstLoanLimit: 1000,
  minTerm: 2,
  maxTerm: 6,
  defaultTerm: 3,
  termOptions: [2, 3, 4, 5, 6],
  pricing: pricing(95, [fee('techFee', 'perInstallment', 4), fee('acceleratedAcceptanceFee', 'spread', 30)]),
};

export const LONG: Product = {
  ...SHORT,
  productId: 12,
  minAmount: 1000,
  maxAmount: 10_000,
  defaultAmount: 1000,
  firstLoanLimit: 2000,
  minTerm: 7,
  maxTerm: 12,
  defaultTerm: 7,
  termOptions: [7, 8, 9, 10, 11, 12],
  pricing: pricing(85, [fee('techFee', 'perInstallment', 4, 1), fee('acceleratedAcceptanceFee', 'spread', 45)]),
};

export const SETTINGS: ProductSettings = { singlePayProduct: SINGLE_PAY, installmentProducts: [LONG, SHORT] };

/** Settings that a visitor and a new client get. */
export const FIRST_LOAN: ProductSettings = {
  singlePayProduct: cutToSequence(SINGLE_PAY, 1),
  installmentProducts: [cutToSequence(LONG, 1), cutToSequence(SHORT, 1)],
};

/** Each product as the calculator opens on it, beyond the first loan. */
export const SELECTIONS = {
  single: { productType: 'SINGLE_PAY', productId: 1, amount: 300, term: 30 },
  short: { productType: 'INSTALLMENT', productId: 11, amount: 500, term: 3 },
  long: { productType: 'INSTALLMENT', productId: 12, amount: 1000, term: 7 },
} as const satisfies Readonly<Record<string, Selection>>;

/** A percent with two decimals between two bounds. */
export const percent = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.round(min * 100), max: Math.round(max * 100) }).map((value) => value / 100);

/** S/ 100,00 to S/ 20.000,00, any céntimo. */
export const principal: fc.Arbitrary<Cents> = fc.integer({ min: 10_000, max: 2_000_000 }).map(cents);

/** Any day of ten years, leap years and month ends among them. */
export const valueDate: fc.Arbitrary<CalendarDate> = fc
  .integer({ min: 0, max: 3652 })
  .map((day) => calendarDate(new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)));

/** Up to three fees of any kind, some discounted, none discounted below zero. */
export const fees: fc.Arbitrary<Fee[]> = fc
  .tuple(oneFee('techFee'), oneFee('adminFee'), oneFee('acceleratedAcceptanceFee'))
  .map((all) => all.filter((candidate) => candidate !== undefined));

function oneFee(name: Fee['name']): fc.Arbitrary<Fee | undefined> {
  const amounts = fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 100 }));
  const kinds = fc.constantFrom<FeeKind>('flat', 'perInstallment', 'spread');
  const some = fc.tuple(kinds, amounts).map(([kind, [net, share]]) => ({
    name,
    kind,
    netCents: cents(net),
    discountCents: cents(Math.floor((net * share) / 100)),
  }));
  return fc.option(some, { nil: undefined });
}

/** Lawful prices: TEA at or under the cap. */
export const prices: fc.Arbitrary<Pricing> = fc
  .record({ teaPercent: percent(0, CAP_PERCENT), fees })
  .map((part) => ({ ...pricing(0, []), ...part }));

/** Fees that a new lender asks for an extension, by its days. */
export const EXTENSION_FEES: ReadonlyMap<number, Cents> = new Map([
  [7, cents(500)],
  [14, cents(800)],
  [30, cents(1200)],
]);
