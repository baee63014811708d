import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import {
  byDueDate,
  type DueGroup,
  earnedBy,
  earnedInterest,
  line,
  lineOf,
  scheduledInterest,
  unpaid,
  unpaidOfGroup,
} from '#loan/obligation.ts';
import { contractGroups, ratesOf } from '#loan/tranche.ts';
import { forAll } from '#tests/support/for-all.ts';
import { exactInterest } from '#tests/support/loan/exact-rate.ts';
import { EX1_TERMS, EX2_TERMS, termsOf } from '#tests/support/loan/loans.ts';
import { CAP_PERCENT, prices, principal, SINGLE_PAY, VALUE_DATE } from '#tests/support/loan/products.ts';

const [EX1] = contractGroups(EX1_TERMS, VALUE_DATE) as [DueGroup];
const RATES = ratesOf(EX1_TERMS);

describe('what EX1 has earned', () => {
  test.each([
    // day, interest, tech, admin, accelerated, IGV (domain 3.5)
    [0, 0, 0, 0, 800, 144],
    [1, 103, 40, 33, 800, 176],
    [12, 1252, 480, 400, 800, 527],
    [29, 3079, 1160, 967, 800, 1081],
    [30, 3189, 1200, 1000, 800, 1114],
    [45, 3189, 1200, 1000, 800, 1114],
  ])('after %s days', (days, ...expected) => {
    const names = ['interest', 'techFee', 'adminFee', 'acceleratedAcceptanceFee'] as const;
    const earned = names.map((name) => earnedBy(EX1, name, addDays(VALUE_DATE, days)));
    const vat = earned.reduce((all, { vatCents }) => all + vatCents, 0);
    expect([...earned.map(({ netCents }) => netCents), vat]).toEqual(expected);
  });

  test('principal is owed from the first day', () => {
    expect(earnedBy(EX1, 'principal', VALUE_DATE).netCents).toBe(50_000);
  });
});

test('an instalment earns nothing before its own period', () => {
  const third = contractGroups(EX2_TERMS, VALUE_DATE)[2] as DueGroup;
  expect(earnedInterest(third, calendarDate('2026-03-15'))).toBe(0);
  expect(earnedInterest(third, calendarDate('2026-04-01'))).toBe(6799);
  expect(earnedInterest(third, calendarDate('2026-04-15'))).toBe(12_561);
});

test('accrued by a day is R(P·i(d)), however often anybody looked, and ends at the whole (P19)', () =>
  forAll(500, [prices, principal, fc.integer({ min: 1, max: 90 }), fc.nat(120)], (pricing, amount, term, day) => {
    const terms = { ...termsOf(SINGLE_PAY, 500, term), principalCents: amount, pricing };
    const [group] = contractGroups(terms, VALUE_DATE) as [DueGroup];
    const earned = earnedInterest(group, addDays(VALUE_DATE, day));
    expect(earned).toBe(exactInterest(amount, pricing.teaPercent, CAP_PERCENT, Math.min(day, term)));
  }));

test('what is earned never goes down and never exceeds the promise', () =>
  forAll(200, [prices, principal, fc.integer({ min: 1, max: 90 })], (pricing, amount, term) => {
    const terms = { ...termsOf(SINGLE_PAY, 500, term), principalCents: amount, pricing };
    const [group] = contractGroups(terms, VALUE_DATE) as [DueGroup];
    for (const name of ['interest', 'techFee', 'adminFee'] as const) {
      let before = { netCents: 0, vatCents: 0 };
      for (let day = 0; day <= term + 1; day++) {
        const now = earnedBy(group, name, addDays(VALUE_DATE, day));
        expect(now.netCents).toBeGreaterThanOrEqual(before.netCents);
        expect(now.vatCents).toBeGreaterThanOrEqual(before.vatCents);
        before = now;
      }
      expect([before.netCents, before.vatCents]).toEqual([lineOf(group, name).netCents, lineOf(group, name).vatCents]);
    }
  }));

test('a line owes what is neither paid nor let go, IGV included', () => {
  const part = { ...line(cents(1000), cents(180)), paidNetCents: cents(400), paidVatCents: cents(72) };
  expect(unpaid(part)).toBe(708);
  expect(unpaid({ ...part, waivedNetCents: cents(600), waivedVatCents: cents(108) })).toBe(0);
});

test('interest of several stretches is their sum, its IGV that of the sum', () => {
  const accrual = {
    ...EX1.accrual,
    from: calendarDate('2026-01-25'),
    baseCents: cents(30_000),
    closedCents: cents(1041),
  };
  // 10,41 so far, and 20 days on S/ 300,00.
  expect(scheduledInterest(accrual, RATES)).toEqual({ netCents: 1041 + 1262, vatCents: 415 });
  expect(exactInterest(30_000, 110, CAP_PERCENT, 20)).toBe(1262);
});

test('groups are in the order of their due dates, the loan before its top-up', () => {
  const topUp = { ...EX1, tranche: 2 };
  const earlier = { ...EX1, tranche: 3, dueDate: calendarDate('2026-02-13') };
  expect([topUp, EX1, earlier].sort(byDueDate)).toEqual([earlier, EX1, topUp]);
  expect(unpaidOfGroup(EX1)).toBe(57_303);
});
