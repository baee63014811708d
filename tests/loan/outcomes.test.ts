import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import { STANDARD_POLICY } from '#loan/loan.ts';
import { cents, toSoles } from '#loan/money.ts';
import { loanOutcomes, type Tariff, waysOut } from '#loan/outcomes.ts';
import { payoffCents } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import { whatIf } from '#loan/what-if.ts';
import { forAll } from '#tests/support/for-all.ts';
import { disbursed, everyDay, having, paid, termsOf } from '#tests/support/loan/loans.ts';
import { EXTENSION_FEES, LONG, SHORT, SINGLE_PAY, VALUE_DATE } from '#tests/support/loan/products.ts';

const TARIFF: Tariff = {
  moratoryPercent: 16.97,
  extensionFees: EXTENSION_FEES,
};
const AS_PUBLISHED = { tariff: TARIFF, lateDays: 10 };

const rows = (...loan: Parameters<typeof loanOutcomes>) =>
  loanOutcomes(...loan).map(({ kind, days, date, totalCents, differenceCents }) => [
    kind,
    days,
    date,
    toSoles(totalCents),
    toSoles(differenceCents),
  ]);

test('EX1: paid back half-way, on time 573.03, ten days late 587.49, and each extension, as the domain works them out', () => {
  const [early, ...others] = rows(SINGLE_PAY, 500, 30, AS_PUBLISHED);
  expect(others.map(([kind]) => kind)).toEqual(['on-time', 'late', 'extended', 'extended', 'extended']);
  expect(early).toEqual(['early', 15, '2026-01-30', 540.95, -32.08]);
  expect(others.toSorted((a, b) => Number(a[3]) - Number(b[3]))).toEqual([
    ['on-time', 0, '2026-02-14', 573.03, 0],
    ['extended', 7, '2026-02-21', 587.38, 14.35],
    ['late', 10, '2026-02-24', 587.49, 14.46],
    ['extended', 14, '2026-02-28', 599.25, 26.22],
    ['extended', 30, '2026-03-16', 622.57, 49.54],
  ]);
});

test('the early end is the payoff that the loan itself would quote on that day', () => {
  const loan = disbursed(termsOf(SINGLE_PAY, 500, 30));
  const day = { date: addDays(VALUE_DATE, 15), calendar: everyDay };
  const [early] = loanOutcomes(SINGLE_PAY, 500, 30, AS_PUBLISHED);
  expect(early?.totalCents).toBe(payoffCents(standingOn(loan, day)));
});

test('EX1 ten days late: a plan, paying today, an extension and waiting, cheapest first', {
  tags: 'promise-what-the-pages-draw-of-a-loan-that-is-early-or-late',
}, () => {
  const found = waysOut(SINGLE_PAY, 500, 30, { tariff: TARIFF, lateDays: 10, waitDays: 30, parts: 3 });
  expect(
    found.map(({ kind, days, totalCents, nowCents }) => [kind, days, toSoles(totalCents), toSoles(nowCents)]),
  ).toEqual([
    ['plan', 0, 585.31, 0],
    ['today', 0, 587.49, 587.49],
    ['extend', 14, 613.71, 40.68],
    ['wait', 30, 617.23, 0],
  ]);
  expect(found[0]?.partsCents.map(toSoles)).toEqual([195.1, 195.1, 195.11]);
  expect(found[2]?.date).toBe('2026-03-10');
  const late = loanOutcomes(SINGLE_PAY, 500, 30, { tariff: TARIFF, lateDays: 30 }).find(({ kind }) => kind === 'late');
  expect(found[3]?.totalCents).toBe(late?.totalCents);
});

describe('instalments', () => {
  test('end with the middle one, are late with the first, and are not extended', () => {
    const found = rows(SHORT, 3000, 6, AS_PUBLISHED);
    expect(found.map(([kind, days, date]) => [kind, days, date])).toEqual([
      ['early', 3, '2026-04-15'],
      ['on-time', 0, '2026-07-15'],
      ['late', 10, '2026-07-15'],
    ]);
    const loan = having(
      disbursed(termsOf(SHORT, 3000, 6)),
      paid('2026-02-15', 635.63),
      paid('2026-03-15', 635.63),
      paid('2026-04-15', 635.63),
    );
    const left = payoffCents(standingOn(loan, { date: addDays(VALUE_DATE, 90), calendar: everyDay }));
    expect(found[0]?.[3]).toBe(toSoles(cents(3 * 63_563 + left)));
    expect(found[1]?.[3]).toBe(3813.73);
  });
});

test('paying early never costs more than on time, and being late always does', () => {
  const loans = fc.constantFrom(SINGLE_PAY, SHORT, LONG).chain((product) =>
    fc.record({
      product: fc.constant(product),
      term: fc.constantFrom(...product.termOptions),
      amount: fc
        .integer({ min: 0, max: Math.floor((product.maxAmount - product.minAmount) / product.amountStep) })
        .map((steps) => product.minAmount + steps * product.amountStep),
    }),
  );
  forAll(200, [loans], ({ product, term, amount }) => {
    const outcomes = loanOutcomes(product, amount, term, AS_PUBLISHED);
    for (const { kind, differenceCents, costCents } of outcomes) {
      if (kind === 'early') expect(differenceCents).toBeLessThanOrEqual(0);
      if (kind === 'late' || kind === 'extended') expect(differenceCents).toBeGreaterThan(0);
      expect(costCents).toBeGreaterThan(0);
    }
  });
});

test('what a tariff does not say plays no part: another order, tolerance or limit of extensions changes nothing', () => {
  const policy = {
    ...STANDARD_POLICY,
    advanceUpToInstallments: 5,
    late: { ...STANDARD_POLICY.late, toleranceCents: cents(500), defaultAfterDays: 90, moratoryCapPercent: 40 },
    extension: { ...STANDARD_POLICY.extension, maxConsecutive: 1, toleranceCents: cents(500) },
  };
  const loan = disbursed(termsOf(SINGLE_PAY, 500, 30, policy));
  const asked = whatIf(
    loan,
    { date: addDays(VALUE_DATE, 30), calendar: everyDay },
    {
      lateDays: 10,
      extensionFees: TARIFF.extensionFees,
      capPercent: SINGLE_PAY.pricing.capPercent,
      topUpInProgress: false,
      minPaymentCents: cents(2000),
    },
  );
  const byKind = (kind: string, days: number) =>
    asked?.scenarios.find((scenario) => scenario.kind === kind && (scenario.days ?? 0) === days)?.totalCents;
  const shown = loanOutcomes(SINGLE_PAY, 500, 30, AS_PUBLISHED);
  expect(shown.find(({ kind }) => kind === 'late')?.totalCents).toBe(byKind('late', 10));
  expect(shown.find(({ kind, days }) => kind === 'extended' && days === 14)?.totalCents).toBe(byKind('extend', 14));
});
