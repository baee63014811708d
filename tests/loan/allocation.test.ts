import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paidByComponent, paidVat, payGroups, payLine, waiveLine } from '#loan/allocation.ts';
import { STANDARD_POLICY } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';
import { COMPONENTS, type DueGroup, line, lineOf, unpaid, unpaidOfGroup } from '#loan/obligation.ts';
import { contractGroups } from '#loan/tranche.ts';
import { forAll } from '#tests/support/for-all.ts';
import { BANK_CALENDAR, date, EX1, EX1_TERMS, EX2_TERMS, on } from '#tests/support/loan/loans.ts';
import { VALUE_DATE } from '#tests/support/loan/products.ts';

const RULE = { order: STANDARD_POLICY.allocationOrder, date: date('2026-02-14'), calendar: BANK_CALENDAR };
const [GROUP] = contractGroups(EX1_TERMS, VALUE_DATE) as [DueGroup];

describe('a part of a line carries its part of the IGV (domain 2.11.5)', () => {
  test.each([
    // paid of 10,41 + 1,87: to the line, to IGV
    [1, 1, 0],
    [500, 424, 76],
    [1227, 1041, 186],
    [1228, 1041, 187],
  ])('%s céntimos of 12,28', (amount, net, vat) => {
    const { paidNetCents, paidVatCents } = payLine(line(cents(1041), cents(187)), cents(amount));
    expect([paidNetCents, paidVatCents]).toEqual([net, vat]);
  });

  test('never more than either part, and both are complete together', () =>
    forAll(2000, [fc.nat(1_000_000), fc.nat(200_000), fc.nat(1_200_000)], (net, vat, raw) => {
      const whole = line(cents(net), cents(vat));
      const amount = cents(Math.min(raw, net + vat));
      if (amount === 0) return;
      for (const [part, left] of [
        [payLine(whole, amount), unpaid(payLine(whole, amount))],
        [waiveLine(whole, amount), unpaid(waiveLine(whole, amount))],
      ] as const) {
        expect(left).toBe(net + vat - amount);
        expect(part.paidNetCents + part.waivedNetCents).toBeLessThanOrEqual(net);
        expect(part.paidVatCents + part.waivedVatCents).toBeLessThanOrEqual(vat);
      }
    }));
});

test('S/ 300,00 on EX1’s due date: interest 31,89, fees 30,00, IGV 11,14, principal 226,97 (domain 3.6)', () => {
  const { groups, leftCents } = payGroups([GROUP], cents(30_000), RULE);
  const paid = (name: (typeof COMPONENTS)[number]): number => paidByComponent(groups, name);
  expect(leftCents).toBe(0);
  expect(paid('interest')).toBe(3189);
  expect(paid('techFee') + paid('adminFee') + paid('acceleratedAcceptanceFee')).toBe(3000);
  expect(paidVat(groups)).toBe(1114);
  expect(paid('principal')).toBe(22_697);
});

describe('the order', () => {
  test('is moratory, interest, fees, principal; each with its IGV', () => {
    const [late] = on(EX1, '2026-02-24').groups as [DueGroup];
    const owed = COMPONENTS.filter((name) => unpaid(lineOf(late, name)) > 0);
    let amount = 0;
    for (const [k, name] of owed.entries()) {
      amount += unpaid(lineOf(late, name));
      const { groups } = payGroups([late], cents(amount), { ...RULE, date: date('2026-02-24') });
      const left = owed.filter((other) => unpaid(lineOf(groups[0] as DueGroup, other)) > 0);
      expect(left).toEqual(owed.slice(k + 1));
    }
    expect(amount).toBe(58_749);
  });

  test('is a parameter: principal first, when the law or the contract says so', () => {
    const order = ['principal', ...STANDARD_POLICY.allocationOrder.filter((name) => name !== 'principal')] as const;
    const { groups } = payGroups([GROUP], cents(30_000), { ...RULE, order });
    expect(paidByComponent(groups, 'principal')).toBe(30_000);
  });

  test('is oldest due date first, and all of it before the next', () => {
    const groups = contractGroups(EX2_TERMS, VALUE_DATE);
    const paid = payGroups(groups, cents(63_563 + 100), { ...RULE, date: date('2026-03-20') });
    expect(paid.groups.map(unpaidOfGroup).slice(0, 3)).toEqual([0, 63_463, 63_563]);
    expect(paidByComponent(paid.groups, 'principal')).toBe(41_547);
  });
});

test('nothing is lost or invented: paid and left make up the amount', () =>
  forAll(2000, [fc.nat(500_000)], (amount) => {
    const groups = contractGroups(EX2_TERMS, VALUE_DATE);
    const before = groups.reduce((all, group) => all + unpaidOfGroup(group), 0);
    const paid = payGroups(groups, cents(amount), RULE);
    const after = paid.groups.reduce((all, group) => all + unpaidOfGroup(group), 0);
    expect(before - after + paid.leftCents).toBe(amount);
    expect(after > 0 && paid.leftCents > 0).toBe(false);
  }));
