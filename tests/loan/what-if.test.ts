import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import { totalOfTerms } from '#loan/explanation.ts';
import { cents, sum, toSoles } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import { type WhatIfQuestion, whatIf } from '#loan/what-if.ts';
import { forAll } from '#tests/support/for-all.ts';
import { dayOn, EX1, EX2, everyDay, having, paid } from '#tests/support/loan/loans.ts';
import { EXTENSION_FEES } from '#tests/support/loan/products.ts';

const QUESTION: WhatIfQuestion = {
  lateDays: 10,
  capPercent: 113.16,
  extensionFees: EXTENSION_FEES,
  topUpInProgress: false,
  minPaymentCents: cents(2000),
};

const ask = (loan: typeof EX1, day: string, more: Partial<WhatIfQuestion> = {}) =>
  whatIf(loan, dayOn(day), { ...QUESTION, ...more });

const rowsOf = (loan: typeof EX1, day: string) =>
  ask(loan, day)?.scenarios.map(({ kind, days, date, nowCents, totalCents, differenceCents }) => [
    days ? `${kind} ${days}` : kind,
    date,
    ...[nowCents, totalCents, differenceCents].map((amount) => toSoles(amount)),
  ]);

test('it says how late the loan is already', () => {
  expect(ask(EX1, '2026-01-27')?.daysPastDue).toBe(0);
  expect(ask(EX1, '2026-02-24')?.daysPastDue).toBe(10);
});

test('EX1 on its twelfth day: every way side by side, cheapest first, in soles', () => {
  expect(rowsOf(EX1, '2026-01-27')).toEqual(
    [
      ['today', '2026-01-27', 534.59, 534.59, -38.44],
      ['prepay', '2026-02-14', 250, 561.99, -11.04],
      ['on-time', '2026-02-14', 0, 573.03, 0],
      ['late 10', '2026-02-24', 0, 587.49, 14.46],
      ['extend 7', '2026-02-21', expect.any(Number), expect.any(Number), expect.any(Number)],
      ['extend 14', '2026-02-28', expect.any(Number), expect.any(Number), expect.any(Number)],
      ['extend 30', '2026-03-16', expect.any(Number), expect.any(Number), expect.any(Number)],
    ].toSorted((a, b) => order(a) - order(b)),
  );
});

/** Extending by seven days costs less than being ten days late. */
function order([name]: readonly unknown[]): number {
  return ['today', 'prepay', 'on-time', 'extend 7', 'late 10', 'extend 14', 'extend 30'].indexOf(String(name));
}

describe('EX1 on its due date', () => {
  test.each([
    ['extend 7', '2026-02-21', 14.35, 587.38],
    ['extend 14', '2026-02-28', 26.22, 599.25],
    ['extend 30', '2026-03-16', 49.54, 622.57],
  ])('%s moves it to %s for S/ %s now: S/ %s in all', (name, due, now, total) => {
    const row = rowsOf(EX1, '2026-02-14')?.find(([found]) => found === name);
    expect(row?.slice(1, 4)).toEqual([due, now, total]);
  });

  test('paying today is paying on time', () => {
    const found = ask(EX1, '2026-02-14');
    const totals = found?.scenarios.filter(({ kind }) => kind === 'today' || kind === 'on-time');
    expect(totals?.map(({ totalCents }) => totalCents)).toEqual([57_303, 57_303]);
  });
});

test('ten days late it is too late for "on time": everything is held against today', () => {
  const found = ask(EX1, '2026-02-24');
  expect(found?.comparedTo).toBe('today');
  expect(found?.scenarios.map(({ kind }) => kind)).not.toContain('on-time');
  expect(found?.scenarios.find(({ kind }) => kind === 'late')).toMatchObject({ days: 10, date: '2026-03-06' });
  expect(found?.scenarios.find(({ kind }) => kind === 'today')).toMatchObject({ totalCents: 58_749, costCents: 8749 });
});

test('instalments are paid ahead but never extended', () => {
  const loan = having(EX2, paid('2026-02-15', 635.63), paid('2026-03-15', 635.63));
  const found = ask(loan, '2026-04-01');
  expect(found?.scenarios.map(({ kind }) => kind)).toEqual(['today', 'prepay', 'on-time', 'late']);
  expect(found?.scenarios[0]).toMatchObject({ totalCents: 222_852, differenceCents: -31_395 });
});

test.each([
  ['extended while a top-up is on its way', EX1, '2026-01-27', { topUpInProgress: true }, 'extend'],
  [
    'paid in part when less than the smallest payment is owed',
    EX1,
    '2026-01-27',
    { minPaymentCents: cents(60_000) },
    'prepay',
  ],
] as const)('a loan is not %s', (_, loan, day, more, kind) => {
  expect(ask(loan, day, more)?.scenarios.map((scenario) => scenario.kind)).not.toContain(kind);
});

test('of a paid loan nothing is asked', () => {
  expect(ask(having(EX1, paid('2026-02-14', 573.03)), '2026-02-14')).toBeUndefined();
});

test('a part that is paid early stays within what is taken', () => {
  expect(
    ask(EX1, '2026-01-27', { prepayCents: cents(1) })?.scenarios.find(({ kind }) => kind === 'prepay'),
  ).toMatchObject({
    nowCents: 2000,
  });
});

const situation = fc.record({
  loan: fc.constantFrom(EX1, EX2 as typeof EX1),
  day: fc.integer({ min: 0, max: 220 }),
  paidOnDay: fc.integer({ min: 0, max: 120 }),
  paidSoles: fc.integer({ min: 0, max: 40_000 }),
  lateDays: fc.integer({ min: 1, max: 30 }),
  prepay: fc.integer({ min: 2_000, max: 300_000 }),
});

test('whatever happened before: terms add up to the total, now is part of it, and early is never dearer than on time', () =>
  forAll(2000, [situation], ({ loan, day, paidOnDay, paidSoles, lateDays, prepay }) => {
    const when = addDays(loan.valueDate, Math.min(day, paidOnDay));
    const today = addDays(loan.valueDate, day);
    const facts = paidSoles > 0 ? [paid(when, paidSoles / 100)] : [];
    const question = { ...QUESTION, lateDays, prepayCents: cents(prepay) };
    const running = having(loan, ...facts);
    const found = whatIf(running, { date: today, calendar: everyDay }, question);
    const standing = standingOn(running, { date: today, calendar: everyDay });
    if (!found) return void expect(payoffCents(standing)).toBeLessThanOrEqual(0);
    for (const scenario of found.scenarios) {
      expect(totalOfTerms(scenario.terms)).toBe(scenario.totalCents);
      expect(totalOfTerms(scenario.nowTerms)).toBe(scenario.nowCents);
      expect(scenario.nowCents).toBeLessThanOrEqual(scenario.totalCents);
    }
    const totalOf = (kind: string) => found.scenarios.find((scenario) => scenario.kind === kind)?.totalCents;
    expect(totalOf('today')).toBe(payoffCents(standing));
    const onTime = totalOf('on-time');
    if (onTime !== undefined) {
      expect(onTime).toBe(sum(...standing.groups.map(unpaidOfGroup)) - standing.creditCents);
      expect(totalOf('today')).toBeLessThanOrEqual(onTime);
      expect(totalOf('prepay') ?? onTime).toBeLessThanOrEqual(onTime);
      expect(totalOf('late')).toBeGreaterThanOrEqual(onTime);
    }
  }));
