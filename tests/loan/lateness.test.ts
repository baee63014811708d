import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import {
  accrueLateness,
  closeLateStretch,
  daysPastDue,
  effectiveDueDate,
  isLate,
  overdueGroups,
} from '#loan/lateness.ts';
import { STANDARD_POLICY } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';
import { type DueGroup, lineOf } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { contractGroups } from '#loan/tranche.ts';
import { forAll } from '#tests/support/for-all.ts';
import { exactInterest } from '#tests/support/loan/exact-rate.ts';
import {
  BANK_CALENDAR,
  date,
  dayOn,
  disbursed,
  EX1,
  EX1_TERMS,
  everyDay,
  having,
  on,
  paid,
  termsOf,
} from '#tests/support/loan/loans.ts';
import { CAP_PERCENT, prices, principal, SINGLE_PAY, VALUE_DATE } from '#tests/support/loan/products.ts';

const LATE = STANDARD_POLICY.late;
const [GROUP] = contractGroups(EX1_TERMS, VALUE_DATE) as [DueGroup];

describe('the last day to pay in time', () => {
  test.each([
    ['2026-02-14', '2026-02-16', 'a Saturday'],
    ['2026-02-13', '2026-02-13', 'a Friday'],
    ['2026-04-02', '2026-04-06', 'Holy Thursday'],
    ['2026-07-28', '2026-07-30', 'the national holidays'],
  ])('of %s is %s (%s)', { tags: 'promise-the-day-a-payment-counts' }, (due, effective) => {
    expect(effectiveDueDate(date(due), BANK_CALENDAR)).toBe(effective);
  });

  test('a calendar without business days is an error, not an endless wait', () => {
    expect(() => effectiveDueDate(date('2026-02-14'), { ...BANK_CALENDAR, isBusinessDay: () => false })).toThrow(
      'no business day',
    );
  });
});

describe('EX1 is due on Saturday 14/02/2026', () => {
  test.each([
    ['2026-02-14', 57_303],
    ['2026-02-16', 57_303],
    ['2026-02-17', 57_303 + 310 + 56 + 65],
    ['2026-02-24', 58_749],
  ])('and costs on %s %s céntimos', (day, cost) => {
    expect(payoffCents(on(EX1, day))).toBe(cost);
  });

  test('ten days late it owes 10,41 + IGV 1,87 + moratory 2,18 = 14,46 more (domain 3.6)', {
    tags: 'promise-being-late',
  }, () => {
    const late = accrueLateness(GROUP, dayOn('2026-02-24'), LATE);
    expect([lineOf(late, 'lateInterest').netCents, lineOf(late, 'lateInterest').vatCents]).toEqual([1041, 187]);
    expect([lineOf(late, 'moratory').netCents, lineOf(late, 'moratory').vatCents]).toEqual([218, 0]);
  });

  test('of which S/ 300,00 paid on the due date leaves 273,03; ten days cost 5,69 + IGV 1,02 + moratory 1,19', () => {
    const [group] = on(having(EX1, paid('2026-02-14', 300)), '2026-02-24').groups as [DueGroup];
    const { netCents, paidNetCents } = lineOf(group, 'principal');
    expect(netCents - paidNetCents).toBe(27_303);
    expect([lineOf(group, 'lateInterest').netCents, lineOf(group, 'lateInterest').vatCents]).toEqual([569, 102]);
    expect(lineOf(group, 'moratory').netCents).toBe(119);
  });

  test('with days counted from the last day to pay in time, the weekend costs nothing', () => {
    const lenient = { ...LATE, countsFrom: 'EFFECTIVE_DUE_DATE' } as const;
    const late = accrueLateness(GROUP, dayOn('2026-02-24'), lenient);
    expect(lineOf(late, 'lateInterest').netCents).toBe(exactInterest(50_000, 110, CAP_PERCENT, 8));
  });
});

test('moratory interest of 30 days at 16.97 % is 1.315 % of the principal', () => {
  const [group] = on(EX1, '2026-03-16').groups as [DueGroup];
  expect(lineOf(group, 'moratory').netCents).toBe(657);
});

test('delay is charged on unpaid principal and on nothing else (P24)', { tags: 'promise-being-late' }, () =>
  forAll(300, [prices, principal, fc.integer({ min: 1, max: 400 })], (pricing, amount, days) => {
    const terms = { ...termsOf(SINGLE_PAY, 500, 30), principalCents: amount, pricing };
    const [group] = contractGroups(terms, VALUE_DATE) as [DueGroup];
    const late = accrueLateness(group, { date: addDays(group.dueDate, days), calendar: everyDay }, LATE);
    expect(lineOf(late, 'lateInterest').netCents).toBe(exactInterest(amount, pricing.teaPercent, CAP_PERCENT, days));
    expect(lineOf(late, 'moratory').netCents).toBe(exactInterest(amount, 16.97, 16.974, days));
    expect(lineOf(late, 'moratory').vatCents).toBe(0);
    // Looking again adds nothing: the amount depends on the date alone.
    expect(accrueLateness(late, { date: addDays(group.dueDate, days), calendar: everyDay }, LATE)).toEqual(late);
  }),
);

test('a stretch of delay that ends keeps what it cost, and the next starts on the new principal', () => {
  const late = accrueLateness(GROUP, dayOn('2026-02-24'), LATE);
  const closed = closeLateStretch(late, date('2026-02-24'));
  const later = accrueLateness(closed, dayOn('2026-03-06'), LATE);
  expect(lineOf(later, 'lateInterest').netCents).toBe(2 * 1041);
});

describe('days past due', () => {
  test.each([
    ['2026-02-14', 0],
    ['2026-02-16', 0],
    ['2026-02-17', 3],
    ['2026-02-24', 10],
  ])('of the unpaid EX1 on %s: %s', (day, days) => {
    expect(daysPastDue(on(EX1, day).groups, dayOn(day), LATE)).toBe(days);
    expect(isLate(GROUP, dayOn(day))).toBe(days > 0);
  });

  test('S/ 1,00 unpaid is not late, one céntimo more is', () => {
    for (const [amount, days] of [
      [572.03, 0],
      [572.02, 3],
    ] as const) {
      const standing = on(having(EX1, paid('2026-02-16', amount)), '2026-02-17');
      const rest = overdueGroups(standing.groups, dayOn(standing.date), { ...LATE, toleranceCents: cents(100) });
      expect([rest.length > 0, daysPastDue(standing.groups, dayOn(standing.date), LATE)]).toEqual([days > 0, days]);
    }
  });
});

test('an instalment that is late does not make the next one late', () => {
  const loan = disbursed(termsOf(SINGLE_PAY, 300, 30));
  expect(overdueGroups(on(loan, '2026-02-10').groups, dayOn('2026-02-10'), LATE)).toEqual([]);
});
