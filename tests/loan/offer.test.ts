import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import { type FeeLine, igvOf } from '#loan/fees.ts';
import { cents, fromSoles, sum } from '#loan/money.ts';
import { type Offer, priceInstallments, priceOffer, priceSinglePay } from '#loan/offer.ts';
import type { Pricing } from '#loan/product.ts';
import { solveAnnualRate } from '#loan/rate.ts';
import { buildSchedule, type Installment } from '#loan/schedule.ts';
import { forAll } from '#tests/support/for-all.ts';
import { exactInterest } from '#tests/support/loan/exact-rate.ts';
import {
  CAP_PERCENT,
  LONG,
  percent,
  prices,
  principal,
  SHORT,
  SINGLE_PAY,
  VALUE_DATE,
  valueDate,
} from '#tests/support/loan/products.ts';

const singlePays = fc.tuple(prices, principal, fc.integer({ min: 7, max: 90 }), valueDate);
const installmentLoans = fc.tuple(prices, principal, fc.integer({ min: 1, max: 24 }), valueDate);
/** Offers of both kinds. */
const offers: fc.Arbitrary<Offer> = fc.oneof(
  singlePays.map((input) => priceSinglePay(...input)),
  installmentLoans.map((input) => priceInstallments(...input)),
);

const line = (net: number, discount = 0): FeeLine => ({
  netCents: fromSoles(net),
  discountCents: fromSoles(discount),
  afterDiscountCents: fromSoles(Math.round((net - discount) * 100) / 100),
});

describe('EX1: S/ 500 for 30 days from 15/01/2026', () => {
  const offer = priceOffer(SINGLE_PAY, 500, 30, VALUE_DATE);

  test('every number of domain 3.2', () => {
    expect(offer).toEqual({
      principalCents: 50_000,
      totalCents: 57_303,
      valueDate: '2026-01-15',
      dueDate: '2026-02-14',
      totalFeesCents: 6189,
      totalFeesWithoutDiscountCents: 6489,
      totalFeesWithoutDiscountWithVatCents: 7657,
      totalVatCents: 1114,
      fees: {
        interestFee: line(31.89),
        techFee: line(15, 3),
        adminFee: line(10),
        acceleratedAcceptanceFee: line(8),
      },
      teaPercent: 110,
      tceaPercent: 413.44,
      tceaExclVatPercent: 305.67,
    });
  });

  test.each([
    ['interestFee', 574, 574],
    ['techFee', 216, 270],
    ['adminFee', 180, 180],
    ['acceleratedAcceptanceFee', 144, 144],
  ] as const)('IGV of the %s', (name, after, before) => {
    const { afterDiscountCents, netCents } = offer.fees[name] as FeeLine;
    expect([igvOf(afterDiscountCents, 18), igvOf(netCents, 18)]).toEqual([after, before]);
  });
});

describe('EX2: S/ 3.000 in six from 15/01/2026', () => {
  const offer = priceOffer(SHORT, 3000, 6, VALUE_DATE);

  test('every number of domain 3.4 (the rows are in schedule.test.ts)', () => {
    const { schedule, ...rest } = offer;
    expect(schedule).toHaveLength(6);
    expect(rest).toEqual({
      principalCents: 300_000,
      totalCents: 381_373,
      valueDate: '2026-01-15',
      dueDate: '2026-07-15',
      totalFeesCents: 63_561 + 5400,
      totalFeesWithoutDiscountCents: 63_561 + 5400,
      totalFeesWithoutDiscountWithVatCents: 63_561 + 5400 + 12_412,
      totalVatCents: 12_412,
      fees: { interestFee: line(635.61), techFee: line(24), acceleratedAcceptanceFee: line(30) },
      teaPercent: 95,
      tceaPercent: 132.84,
      tceaExclVatPercent: 105.54,
    });
  });
});

describe('the launch discount on the long product', () => {
  const offer = priceOffer(LONG, 2000, 12, VALUE_DATE);

  test('is S/ 1 of the tech fee of each instalment, shown as the old and the new price of all of them', () => {
    expect(offer.fees.techFee).toEqual(line(48, 12));
    expect(offer.totalFeesWithoutDiscountCents - offer.totalFeesCents).toBe(1200);
  });

  test('also saves its IGV, rounded in each instalment', () => {
    const saved = (offer.schedule ?? []).map((row) => {
      return igvOf(cents(row.feesCents + 100), 18) - igvOf(row.feesCents, 18);
    });
    const withVat = offer.totalFeesCents + offer.totalVatCents;
    const saving = offer.totalFeesWithoutDiscountWithVatCents - withVat;
    expect(saving).toBe(1200 + saved.reduce((all, each) => all + each, 0));
  });
});

describe('the first loan free', () => {
  const free = { ...SINGLE_PAY, pricing: { ...SINGLE_PAY.pricing, freeUpTo: { amount: 300, term: 15 } } };

  test('S/ 300 for 14 days costs nothing: 300,00 back, TCEA 0', () => {
    const offer = priceOffer(free, 300, 14, VALUE_DATE);
    expect(offer).toMatchObject({
      totalCents: 30_000,
      totalFeesCents: 0,
      totalVatCents: 0,
      teaPercent: 0,
      tceaPercent: 0,
    });
    expect(offer.fees).toEqual({ interestFee: line(0) });
  });

  test.each([
    ['one step more', 350, 14],
    ['a longer term', 300, 30],
  ])('%s pays the full price', (_, amount, term) => {
    expect(priceOffer(free, amount, term, VALUE_DATE)).toEqual(priceOffer(SINGLE_PAY, amount, term, VALUE_DATE));
  });

  test('reaches its limits exactly', () => {
    const wide = { ...SINGLE_PAY, pricing: { ...SINGLE_PAY.pricing, freeUpTo: { amount: 300, term: 30 } } };
    expect(priceOffer(wide, 300, 30, VALUE_DATE).totalCents).toBe(30_000);
  });

  test('works for instalments too', () => {
    const product = { ...SHORT, pricing: { ...SHORT.pricing, freeUpTo: { amount: 600, term: 3 } } };
    const offer = priceOffer(product, 600, 3, VALUE_DATE);
    expect(offer.totalCents).toBe(60_000);
    expect(offer.schedule?.map((row) => row.totalCents)).toEqual([20_000, 20_000, 20_000]);
  });
});

describe('every offer', () => {
  const property = (check: (offer: Offer) => void): void => forAll(2000, [offers], check);

  test('consists of whole céntimos whose totals are the sums of their lines (P1)', () => {
    property((offer) => {
      const lines = Object.values(offer.fees);
      expect(offer.totalFeesCents).toBe(sum(...lines.map((fee) => fee.afterDiscountCents)));
      expect(offer.totalFeesWithoutDiscountCents).toBe(sum(...lines.map((fee) => fee.netCents)));
      const amounts = [offer.totalCents, offer.totalVatCents, offer.totalFeesWithoutDiscountWithVatCents];
      for (const amount of amounts) expect(Number.isSafeInteger(amount)).toBe(true);
    });
  });

  test('is principal, fees and IGV; discounts take off and never pay (P2)', {
    tags: 'promise-what-is-paid-before-a-loan',
  }, () => {
    property((offer) => {
      expect(offer.totalCents).toBe(offer.principalCents + offer.totalFeesCents + offer.totalVatCents);
      for (const { netCents, discountCents, afterDiscountCents } of Object.values(offer.fees)) {
        expect(discountCents).toBeGreaterThanOrEqual(0);
        expect(discountCents).toBeLessThanOrEqual(netCents);
        expect(afterDiscountCents).toBe(netCents - discountCents);
      }
      expect(offer.totalFeesWithoutDiscountCents).toBeGreaterThanOrEqual(offer.totalFeesCents);
      const withVat = offer.totalFeesCents + offer.totalVatCents;
      expect(offer.totalFeesWithoutDiscountWithVatCents).toBeGreaterThanOrEqual(withVat);
    });
  });

  test('says without discount what the same loan costs when nothing is discounted (P2)', { tags: 'spec-3.11' }, () => {
    const undiscounted = (price: Pricing): Pricing => ({
      ...price,
      fees: price.fees.map((fee) => ({ ...fee, discountCents: cents(0) })),
    });
    const check = (offer: Offer, full: Offer): void => {
      expect(offer.totalFeesWithoutDiscountCents).toBe(full.totalFeesCents);
      expect(offer.totalFeesWithoutDiscountWithVatCents).toBe(full.totalFeesCents + full.totalVatCents);
    };
    forAll(2000, [singlePays], ([price, ...loan]) => {
      check(priceSinglePay(price, ...loan), priceSinglePay(undiscounted(price), ...loan));
    });
    forAll(2000, [installmentLoans], ([price, ...loan]) => {
      check(priceInstallments(price, ...loan), priceInstallments(undiscounted(price), ...loan));
    });
  });

  test('costs the client more than the TEA with every fee, and the TEA at least without (P9)', () => {
    forAll(2000, [installmentLoans], ([price, ...loan]) => {
      const bare = priceInstallments({ ...price, fees: [] }, ...loan);
      const full = priceInstallments(price, ...loan);
      expect(full.tceaPercent).toBeGreaterThanOrEqual(bare.tceaPercent);
      expect(full.tceaPercent).toBeGreaterThanOrEqual(full.tceaExclVatPercent);
    });
    forAll(2000, [singlePays], ([price, amount, term, date]) => {
      const large = cents(amount * 100);
      const bare = priceSinglePay({ ...price, fees: [] }, large, term, date);
      const full = priceSinglePay(price, large, term, date);
      expect(full.tceaPercent).toBeGreaterThanOrEqual(bare.tceaPercent);
      expect(bare.tceaPercent).toBeGreaterThanOrEqual(price.teaPercent - 0.02);
    });
  });

  test('has TCEA 0 exactly when nothing but the principal is paid back (P9)', () => {
    property((offer) => {
      const flows = offer.schedule ? flowsOf(offer.schedule) : [{ days: 30, amountCents: offer.totalCents }];
      expect(solveAnnualRate(offer.principalCents, flows) === 0).toBe(offer.totalCents === offer.principalCents);
      if (offer.totalCents === offer.principalCents) expect(offer.tceaPercent).toBe(0);
    });
  });

  test('of a single payment charges interest on the principal alone, whatever the fees are (P24)', () =>
    forAll(2000, [singlePays], ([price, amount, term, date]) => {
      const { interestFee } = priceSinglePay(price, amount, term, date).fees;
      expect(interestFee).toEqual({
        netCents: exactInterest(amount, price.teaPercent, price.capPercent, term),
        discountCents: 0,
        afterDiscountCents: interestFee?.netCents,
      });
    }));

  test('of a single payment is due after the term, of instalments on the last one’s day', () => {
    forAll(2000, [singlePays], (input) => {
      expect(priceSinglePay(...input).dueDate).toBe(addDays(input[3], input[2]));
    });
    forAll(2000, [installmentLoans], (input) => {
      const offer = priceInstallments(...input);
      expect(offer.dueDate).toBe(offer.schedule?.at(-1)?.dueDate);
    });
  });
});

function flowsOf(schedule: readonly Installment[]): { days: number; amountCents: number }[] {
  let days = 0;
  return schedule.map((row) => {
    days += row.days;
    return { days, amountCents: row.totalCents };
  });
}

describe('an instalment offer', () => {
  test('is its schedule, line by line: calculator, offer, contract and schedule agree (P6, P27)', () =>
    forAll(2000, [installmentLoans], (input) => {
      const { schedule = [], ...offer } = priceInstallments(...input);
      const total = (pick: (row: Installment) => number): number => schedule.reduce((all, row) => all + pick(row), 0);
      expect(total((row) => row.totalCents)).toBe(offer.totalCents);
      expect(total((row) => row.principalCents)).toBe(offer.principalCents);
      expect(total((row) => row.interestCents)).toBe(offer.fees.interestFee?.afterDiscountCents);
      expect(total((row) => row.interestCents + row.feesCents)).toBe(offer.totalFeesCents);
      expect(total((row) => row.vatCents)).toBe(offer.totalVatCents);
    }));

  test('charges a flat fee once, spread like an upfront one', () => {
    const flat: Pricing = {
      ...SHORT.pricing,
      fees: [{ name: 'adminFee', kind: 'flat', netCents: cents(1000), discountCents: cents(0) }],
    };
    const offer = priceInstallments(flat, cents(100_000), 3, VALUE_DATE);
    expect(offer.fees.adminFee?.netCents).toBe(1000);
    expect(offer.schedule?.map((row) => row.feesCents)).toEqual([333, 333, 334]);
  });

  test('is the same for the calculator, which asks for soles, and for a contract, which builds the schedule (P27)', () => {
    const terms = fc.constantFrom(...SHORT.termOptions);
    forAll(2000, [fc.integer({ min: 5, max: 30 }), terms, valueDate], (hundreds, term, date) => {
      const offer = priceOffer(SHORT, hundreds * 100, term, date);
      const contract = buildSchedule({
        principalCents: fromSoles(hundreds * 100),
        installments: term,
        valueDate: date,
        teaPercent: 95,
        capPercent: CAP_PERCENT,
        igvPercent: 18,
        perInstallmentFeeCents: fromSoles(4),
        upfrontFeeCents: fromSoles(30),
      });
      expect(offer.schedule).toEqual(contract);
    });
  });
});

describe('more of a loan is not less to pay (P11)', () => {
  const soles = fc.integer({ min: 500, max: 20_000 });

  test('a larger amount does not cost less', () => {
    forAll(2000, [installmentLoans, fc.integer({ min: 100, max: 100_000 })], ([price, amount, ...rest], more) => {
      const total = (principalCents: number): number =>
        priceInstallments(price, cents(principalCents), ...rest).totalCents;
      expect(total(amount + more)).toBeGreaterThanOrEqual(total(amount));
    });
    forAll(2000, [singlePays, fc.integer({ min: 0, max: 100_000 })], ([price, amount, ...rest], more) => {
      const total = (principalCents: number): number =>
        priceSinglePay(price, cents(principalCents), ...rest).totalCents;
      expect(total(amount + more)).toBeGreaterThanOrEqual(total(amount));
    });
  });

  test('a TEA one point higher does not earn less interest', () =>
    forAll(2000, [percent(0, 110), soles, fc.integer({ min: 2, max: 24 }), valueDate], (tea, amount, term, date) => {
      const interest = (teaPercent: number): number =>
        priceInstallments({ ...SHORT.pricing, teaPercent }, fromSoles(amount), term, date).fees.interestFee
          ?.netCents as number;
      expect(interest(tea + 1)).toBeGreaterThanOrEqual(interest(tea));
    }));

  test('a longer term does not earn less interest', () =>
    forAll(
      2000,
      [percent(1, 113), soles, fc.integer({ min: 1, max: 23 }), valueDate],
      (teaPercent, amount, term, date) => {
        const interest = (installments: number): number =>
          priceInstallments({ ...SHORT.pricing, teaPercent }, fromSoles(amount), installments, date).fees.interestFee
            ?.netCents as number;
        expect(interest(term + 1)).toBeGreaterThanOrEqual(interest(term));
      },
    ));
});
