import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { type Loan, STANDARD_POLICY } from '#loan/loan.ts';
import { cents, sum } from '#loan/money.ts';
import { lineOf, unpaidOfGroup } from '#loan/obligation.ts';
import { endedToday, payoffCents, payoffQuote, settle } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import { forAll } from '#tests/support/for-all.ts';
import { disbursed, EX1, EX1_TERMS, EX2, everyDay, having, on, paid, termsOf } from '#tests/support/loan/loans.ts';
import { prices, principal, SHORT, SINGLE_PAY, VALUE_DATE } from '#tests/support/loan/products.ts';

describe('EX1 repaid early (domain 3.5)', () => {
  test.each([
    // day, interest, tech, admin, accelerated, IGV, payoff, saves
    [0, 0, undefined, undefined, 800, 144, 50_944, 6359],
    [1, 103, 40, 33, 800, 176, 51_152, 6151],
    [12, 1252, 480, 400, 800, 527, 53_459, 3844],
    [25, undefined, undefined, undefined, undefined, undefined, 56_227, 1076],
    [29, 3079, 1160, 967, 800, 1081, 57_087, 216],
    [30, 3189, 1200, 1000, 800, 1114, 57_303, 0],
  ])(
    'paid off on day %s it costs interest and fees for the days that were used alone',
    { tags: 'promise-early-payment-and-interest-for-the-days-of-use' },
    (day, interest, tech, admin, accelerated, vat, payoff, saves) => {
      const quote = payoffQuote(on(EX1, addDays(VALUE_DATE, day)));
      expect([quote.totalCents, quote.savingsCents]).toEqual([payoff, saves]);
      if (interest === undefined) return;
      const { techFee, adminFee, acceleratedAcceptanceFee } = quote.feesCents;
      expect([quote.interestCents, techFee, adminFee, acceleratedAcceptanceFee, quote.vatCents]).toEqual([
        interest,
        tech,
        admin,
        accelerated,
        vat,
      ]);
    },
  );

  test('a transfer of 573,03 on day 25 leaves a credit balance of 10,76', () => {
    const standing = on(having(EX1, paid('2026-02-09', 573.03)), '2026-02-09');
    expect([standing.paidOn, standing.creditCents]).toEqual(['2026-02-09', 1076]);
  });
});

test('EX2 after two instalments, on 01/04/2026: every part of 2.228,52', () => {
  const loan = having(EX2, paid('2026-02-15', 635.63), paid('2026-03-15', 635.63));
  expect(payoffQuote(on(loan, '2026-04-01'))).toEqual({
    date: '2026-04-01',
    principalCents: 212_211,
    interestCents: 6799,
    feesCents: { techFee: 219, acceleratedAcceptanceFee: 2000 },
    vatCents: 1623,
    moratoryCents: 0,
    creditCents: 0,
    totalCents: 222_852,
    comparedToCents: 254_247,
    savingsCents: 31_395,
  });
});

describe('"I have changed my mind"', () => {
  const terms = { ...EX1_TERMS, policy: { ...STANDARD_POLICY, changedMyMindDays: 1 } };
  const loan = disbursed(terms);

  test.each([
    ['2026-01-15', 50_000],
    ['2026-01-16', 50_000],
    ['2026-01-17', 51_361],
  ])('paid back on %s costs %s', (day, cost) => {
    expect(payoffCents(on(loan, day))).toBe(cost);
  });

  test('what was paid of fees before counts toward the principal', () => {
    const partly = having(loan, paid('2026-01-15', 100, { kind: 'ordinary', mode: 'ADVANCE' }));
    expect(payoffCents(on(partly, '2026-01-16'))).toBe(40_000);
    const ended = on(having(partly, paid('2026-01-16', 400)), '2026-01-20');
    expect([ended.paidOn, ended.creditCents]).toEqual(['2026-01-16', 0]);
  });

  test('is a policy: without it the first day costs its services', () => {
    expect(payoffCents(on(EX1, '2026-01-15'))).toBe(50_944);
  });
});

test('settling keeps what was earned, and nothing is left to pay', () => {
  const standing = settle(on(EX1, '2026-01-27'), cents(53_459));
  expect(standing.groups.map(unpaidOfGroup)).toEqual([0]);
  expect(standing.groups.map((group) => lineOf(group, 'interest').paidNetCents)).toEqual([1252]);
  expect(payoffCents(standing)).toBe(0);
});

test('advanced money that had not been earned yet is not lost when the loan ends', () => {
  const advanced = having(EX1, paid('2026-01-16', 60, { kind: 'ordinary', mode: 'ADVANCE' }));
  const without = payoffCents(on(EX1, '2026-01-20'));
  expect(payoffCents(on(advanced, '2026-01-20'))).toBe(without - 6000);
  expect(sum(...endedToday(on(advanced, '2026-01-20')).map(unpaidOfGroup))).toBe(without - 6000);
});

describe('payoff over time (P12)', () => {
  const loans: fc.Arbitrary<Loan> = fc
    .tuple(prices, principal, fc.boolean(), fc.integer({ min: 1, max: 12 }))
    .map(([pricing, principalCents, single, term]) =>
      disbursed({ ...termsOf(single ? SINGLE_PAY : SHORT, 500, single ? term * 7 : term), principalCents, pricing }),
    );

  test(
    'never falls, never exceeds the total, is the total at maturity; on day 0 principal and first-day services',
    {
      tags: 'promise-early-payment-and-interest-for-the-days-of-use',
    },
    () =>
      forAll(500, [loans, fc.array(fc.nat(370), { minLength: 2, maxLength: 6 })], (loan, days) => {
        const first = on(loan, VALUE_DATE);
        const total = sum(...first.groups.map(unpaidOfGroup));
        const maturity = first.groups.at(-1)?.dueDate ?? VALUE_DATE;
        const atOnce = first.groups.flatMap((group) =>
          Object.entries(group.lines)
            .filter(([name, of]) => name !== 'interest' && of.earning === 'at-once')
            .map(([, of]) => sum(of.netCents, of.vatCents)),
        );
        expect(payoffCents(first)).toBe(sum(...atOnce));
        let before = payoffCents(first);
        for (const day of [...days].sort((a, b) => a - b)) {
          const date = addDays(VALUE_DATE, day);
          // Instalments are paid when due, or delay would cost extra.
          if (date >= maturity || first.groups.length > 1) break;
          const now = payoffCents(standingOn(loan, { date, calendar: everyDay }));
          expect(now).toBeGreaterThanOrEqual(before);
          expect(now).toBeLessThanOrEqual(total);
          before = now;
        }
        if (first.groups.length === 1)
          expect(payoffCents(standingOn(loan, { date: maturity, calendar: everyDay }))).toBe(total);
      }),
  );

  test('of instalments: between two due dates it never falls, and never exceeds what is unpaid', () =>
    forAll(200, [prices, principal, fc.integer({ min: 2, max: 12 })], (pricing, principalCents, term) => {
      const loan = disbursed({ ...termsOf(SHORT, 500, term), principalCents, pricing });
      const [one] = on(loan, VALUE_DATE).groups;
      if (!one) throw new Error('no instalment');
      const end = one.dueDate;
      let before = payoffCents(on(loan, VALUE_DATE));
      for (let date = VALUE_DATE; date <= end; date = addDays(date, 3)) {
        const standing = standingOn(loan, { date, calendar: everyDay });
        expect(payoffCents(standing)).toBeGreaterThanOrEqual(before);
        expect(payoffCents(standing)).toBeLessThanOrEqual(sum(...standing.groups.map(unpaidOfGroup)));
        before = payoffCents(standing);
      }
    }));
});

test('a paid loan costs nothing more, whenever it is asked', () => {
  const loan = having(EX1, paid('2026-02-14', 573.03));
  expect(payoffQuote(on(loan, '2027-01-01'))).toMatchObject({ totalCents: 0, comparedToCents: 0, savingsCents: 0 });
  expect(payoffCents(on(loan, calendarDate('2026-02-14')))).toBe(0);
});
