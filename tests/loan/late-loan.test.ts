import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extensionOffer } from '#loan/extension-offer.ts';
import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { lateSums, lateWays } from '#loan/late-loan.ts';
import { cents, subtract, sum, toSoles } from '#loan/money.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { standingOn } from '#loan/standing.ts';
import { forAll } from '#tests/support/for-all.ts';
import { date, dayOn, EX1, EX2, having, paid } from '#tests/support/loan/loans.ts';

const inSoles = (sums: ReturnType<typeof lateSums>) =>
  sums && [sums.days, toSoles(sums.dueCents), toSoles(sums.addedCents), toSoles(sums.tomorrowCents)];

function waysOf(loan: typeof EX1, day: string) {
  const standing = standingOn(loan, dayOn(day));
  const isSingle = loan.terms.productType === 'SINGLE_PAY';
  return lateWays(standing, {
    plan: planOffer(standing, 3, date('2026-03-06'), STANDARD_PLAN_SETTINGS),
    extension: isSingle ? extensionOffer(loan, 14, cents(800), dayOn(day), 113.16) : undefined,
    flex: flexTerms(standing, STANDARD_FLEX_SETTINGS),
  });
}

describe('what a late loan owes', () => {
  test('EX1 ten days late: 587,49, of which the delay has added 14,46; a day later it is more', () => {
    expect(inSoles(lateSums(EX1, dayOn('2026-02-24')))).toEqual([10, 587.49, 14.46, 588.95]);
  });

  test('a loan in order, or with a weekend to go, is not late', () => {
    expect(lateSums(EX1, dayOn('2026-02-10'))).toBeUndefined();
    expect(lateSums(EX1, dayOn('2026-02-16'))).toBeUndefined();
  });

  test('after a part was paid, what the delay has added is what is left of it', () => {
    const loan = having(EX1, paid('2026-02-24', 300));
    expect(inSoles(lateSums(loan, dayOn('2026-02-24')))?.slice(0, 3)).toEqual([10, 287.49, 0]);
  });

  test('of instalments only what is overdue', () => {
    const sums = lateSums(EX2, dayOn('2026-02-25'));
    expect(toSoles(subtract(sums?.dueCents ?? cents(0), sums?.addedCents ?? cents(0)))).toBe(635.63);
  });
});

describe('the ways out', () => {
  test('EX1 ten days late, from the one that asks for least within thirty days', () => {
    expect(
      waysOf(EX1, '2026-02-24').map(({ kind, nowCents, totalCents, date: end, waivedCents }) => [
        kind,
        toSoles(nowCents),
        toSoles(totalCents),
        end,
        toSoles(waivedCents),
      ]),
    ).toEqual([
      ['flex', 0, 587.49, '2026-08-23', 0],
      ['plan', 0, 585.31, '2026-05-06', 2.18],
      ['payoff', 587.49, 587.49, '2026-02-24', 0],
      ['extension', 40.68, 613.71, '2026-03-10', 0],
    ]);
  });

  test('a late loan in instalments can be caught up, with the other instalments on their dates', {
    tags: 'promise-being-late',
  }, () => {
    const overdue = waysOf(EX2, '2026-02-25').find(({ kind }) => kind === 'overdue');
    expect(overdue?.later).toHaveLength(5);
    expect(overdue?.later.every(({ amountCents }) => amountCents === 63_563 || amountCents === 63_558)).toBe(true);
    expect(overdue?.date).toBe('2026-07-15');
  });

  test('every way says all that is paid, in order, whatever was paid before', () =>
    forAll(2000, [fc.integer({ min: 17, max: 60 }), fc.integer({ min: 0, max: 500 })], (day, soles) => {
      const on = new Date(Date.UTC(2026, 1, day)).toISOString().slice(0, 10);
      const loan = soles === 0 ? EX1 : having(EX1, paid('2026-02-10', soles));
      const ways = waysOf(loan, on);
      for (const { nowCents, later, totalCents } of ways) {
        expect(sum(nowCents, ...later.map(({ amountCents }) => amountCents))).toBe(totalCents);
      }
      const soon = ways.map(({ soonCents }) => soonCents);
      expect(soon).toEqual(soon.toSorted((a, b) => a - b));
      for (const { nowCents, soonCents, totalCents } of ways) {
        expect(soonCents).toBeGreaterThanOrEqual(nowCents);
        expect(soonCents).toBeLessThanOrEqual(totalCents);
      }
      const sums = lateSums(loan, dayOn(on));
      expect(ways.find(({ kind }) => kind === 'payoff')?.totalCents).toBe(sums?.dueCents);
      expect(sums?.tomorrowCents).toBeGreaterThanOrEqual(sums?.dueCents ?? 0);
    }));
});
