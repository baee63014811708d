import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receiveMoney, unpaidCosts, waive } from '#loan/incoming-money.ts';
import { cents, sum } from '#loan/money.ts';
import { type DueGroup, lineOf, unpaidOfGroup, unpaidPrincipal } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { forAll } from '#tests/support/for-all.ts';
import { EX1, EX2, having, on, paid } from '#tests/support/loan/loans.ts';

const receive = (standing: Parameters<typeof receiveMoney>[0], amount: number) =>
  receiveMoney(standing, cents(amount), undefined);

describe('money for a loan', () => {
  test('enough to end it ends it, whatever it was sent for', () => {
    const standing = receive(on(EX1, '2026-01-27'), 53_459);
    expect([standing.paidOn, standing.creditCents]).toEqual(['2026-01-27', 0]);
  });

  test('one céntimo less does not', () => {
    const standing = receive(on(EX1, '2026-01-27'), 53_458);
    expect([standing.paidOn, payoffCents(standing)]).toEqual([undefined, 1]);
  });

  test('more than enough is credit, and so is everything after the end (P15)', () => {
    const ended = receive(on(EX1, '2026-01-27'), 60_000);
    expect(ended.creditCents).toBe(60_000 - 53_459);
    expect(receive(ended, 100).creditCents).toBe(60_000 - 53_459 + 100);
  });

  test('pays what is due first: a late instalment before the one of today', () => {
    const standing = receive(on(EX2, '2026-03-16'), 70_000);
    const [first, second] = standing.groups as [DueGroup, DueGroup];
    expect(unpaidOfGroup(first)).toBe(0);
    expect(lineOf(first, 'lateInterest').paidNetCents).toBeGreaterThan(0);
    expect(unpaidPrincipal(second)).toBe(46_242);
  });

  test('a negative credit, a refund of money that was taken back, is filled first', () => {
    const standing = receive({ ...on(EX1, '2026-02-14'), creditCents: cents(-500) }, 300);
    expect([standing.creditCents, unpaidOfGroup(standing.groups[0] as DueGroup)]).toEqual([-200, 57_303]);
    const more = receive(standing, 1200);
    expect([more.creditCents, unpaidOfGroup(more.groups[0] as DueGroup)]).toEqual([0, 57_303 - 1000]);
    expect(payoffCents({ ...on(EX1, '2026-02-14'), creditCents: cents(-500) })).toBe(57_803);
  });

  test('on any day and of any amount: what is unpaid falls by exactly what is received', () => {
    const owed = (standing: ReturnType<typeof receive>): number =>
      payoffCents(standing) - (standing.paidOn ? standing.creditCents : 0);
    forAll(
      2000,
      [fc.constantFrom(EX1, EX2), fc.nat(200), fc.integer({ min: 1, max: 500_000 })],
      (loan, day, amount) => {
        const text = new Date(Date.UTC(2026, 0, 15 + day)).toISOString().slice(0, 10);
        const before = on(having(loan, paid('2026-02-20', 123.45)), text);
        expect(owed(receive(before, amount))).toBe(payoffCents(before) - amount);
      },
    );
  });
});

describe('letting go', () => {
  test('follows the order of allocation and can spare the principal', () => {
    const standing = on(EX1, '2026-02-24');
    expect(unpaidCosts(standing)).toBe(8749);
    const spared = waive(standing, cents(100_000), { principal: false });
    expect(spared.groups.map(unpaidOfGroup)).toEqual([50_000]);
    expect(waive(standing, cents(100_000), { principal: true }).groups.map(unpaidOfGroup)).toEqual([0]);
  });

  test('an amount is let go to the céntimo', () => {
    const standing = on(EX1, '2026-02-24');
    const part = waive(standing, cents(321), { principal: true });
    expect(sum(...part.groups.map(unpaidOfGroup))).toBe(58_749 - 321);
    expect(lineOf(part.groups[0] as DueGroup, 'moratory').waivedNetCents).toBe(218);
  });
});
