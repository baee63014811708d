import { describe, expect, test } from 'vitest';
import {
  type FlexProgress,
  flexCheckpoints,
  freeze,
  nextCheckpoint,
  type PlanProgress,
  planCheckpoints,
  thaw,
} from '#loan/arrangement.ts';
import { accrueLateness } from '#loan/lateness.ts';
import { STANDARD_POLICY } from '#loan/loan.ts';
import { cents, sum } from '#loan/money.ts';
import { type DueGroup, lineOf, unpaidOfGroup } from '#loan/obligation.ts';
import { exactInterest } from '#tests/support/loan/exact-rate.ts';
import { BANK_CALENDAR, date, dayOn, EX1, EX2, on } from '#tests/support/loan/loans.ts';
import { CAP_PERCENT } from '#tests/support/loan/products.ts';

const PLAN: PlanProgress = {
  id: 'plan-1',
  since: date('2026-02-24'),
  status: 'ACTIVE',
  terms: {
    items: [
      { dueDate: date('2026-02-28'), amountCents: cents(29_265) },
      { dueDate: date('2026-03-28'), amountCents: cents(29_266) },
    ],
    totalCents: cents(58_531),
    atRiskAfterBusinessDays: 5,
    brokenAfterDays: 10,
  },
};

const FLEX: FlexProgress = {
  id: 'flex-1',
  since: date('2026-03-02'),
  status: 'ACTIVE',
  terms: {
    balanceCents: cents(59_630),
    minPaymentCents: cents(2000),
    minMonthlyCents: cents(9939),
    periodDays: 30,
    endedAfterDays: 15,
    finalDate: date('2026-08-29'),
  },
};

test('a plan is at risk 5 business days after the last day to pay, and broken 10 days later', () => {
  // 28/02/2026 is a Saturday: Monday 02/03, then five business days.
  expect(planCheckpoints(PLAN, BANK_CALENDAR)).toEqual([
    { dueDate: '2026-02-28', requiredCents: 29_265, atRiskOn: '2026-03-09', endsOn: '2026-03-19' },
    // Holy Week lies between Monday 30/03 and the next checkpoint.
    { dueDate: '2026-03-28', requiredCents: 58_531, atRiskOn: '2026-04-08', endsOn: '2026-04-18' },
  ]);
});

test('flex pay asks for its minimum every 30 days and for everything on the final date', () => {
  expect(flexCheckpoints(FLEX).map(({ dueDate, requiredCents, endsOn }) => [dueDate, requiredCents, endsOn])).toEqual([
    ['2026-04-01', 9939, '2026-04-16'],
    ['2026-05-01', 19_878, '2026-05-16'],
    ['2026-05-31', 29_817, '2026-06-15'],
    ['2026-06-30', 39_756, '2026-07-15'],
    ['2026-07-30', 49_695, '2026-08-14'],
    ['2026-08-29', 59_630, '2026-08-30'],
  ]);
});

test('paying ahead helps the next checkpoint', () => {
  const checkpoints = flexCheckpoints(FLEX);
  const next = (paid: number) => nextCheckpoint(checkpoints, cents(paid), { toleranceCents: cents(100) })?.dueDate;
  expect([next(19_878), next(59_630)]).toEqual(['2026-05-31', undefined]);
  // Up to S/ 1,00 short is reached; a céntimo more is not.
  expect([next(9839), next(9838), next(59_530)]).toEqual(['2026-05-01', '2026-04-01', undefined]);
});

describe('stopping and starting the clock', () => {
  const late = on(EX1, '2026-02-24').groups as [DueGroup];

  test('a stopped loan owes tomorrow what it owes today', () => {
    const [frozen] = freeze(late, date('2026-02-24')) as [DueGroup];
    const later = accrueLateness(frozen, dayOn('2026-06-24'), STANDARD_POLICY.late);
    expect(unpaidOfGroup(later)).toBe(58_749);
    expect(freeze([frozen], date('2026-06-24'))).toEqual([frozen]);
  });

  test('started again, interest resumes from that day and not before', () => {
    const [thawed] = thaw(freeze(late, date('2026-02-24')), date('2026-04-18')) as [DueGroup];
    const later = accrueLateness(thawed, dayOn('2026-04-28'), STANDARD_POLICY.late);
    expect(lineOf(later, 'lateInterest').netCents).toBe(1041 + exactInterest(50_000, 110, CAP_PERCENT, 10));
    expect(lineOf(later, 'moratory').netCents).toBe(218 * 2);
  });

  test('instalments lose the interest of the days in between, and keep dates, principal and fees', () => {
    const before = on(EX2, '2026-02-01').groups;
    const stopped = freeze(before, date('2026-02-01'));
    // Principal, 17 days of interest, the fee of these days, and the first day's service; each with its IGV.
    const first = exactInterest(300_000, 95, CAP_PERCENT, 17);
    expect(lineOf(stopped[0] as DueGroup, 'interest').netCents).toBe(first);
    expect(lineOf(stopped[1] as DueGroup, 'interest').netCents).toBe(0);
    const started = thaw(stopped, date('2026-03-20'));
    expect(started.map(({ dueDate }) => dueDate)).toEqual(before.map(({ dueDate }) => dueDate));
    expect(sum(...started.map((group) => lineOf(group, 'principal').netCents))).toBe(300_000);
    expect(started.map((group) => lineOf(group, 'techFee').netCents)).toEqual(Array(6).fill(400));
    expect(started.map((group) => lineOf(group, 'interest').netCents)).toEqual([
      first,
      0,
      // From 20/03 to 15/04 on what is unpaid from the third instalment on.
      exactInterest(212_211, 95, CAP_PERCENT, 26),
      lineOf(before[3] as DueGroup, 'interest').netCents,
      lineOf(before[4] as DueGroup, 'interest').netCents,
      lineOf(before[5] as DueGroup, 'interest').netCents,
    ]);
  });
});
