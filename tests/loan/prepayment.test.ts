import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '#loan/calendar.ts';
import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { type Loan, PREPAYMENT_MODES, type PrepaymentMode, type Standing } from '#loan/loan.ts';
import { cents, sum, toSoles } from '#loan/money.ts';
import { type DueGroup, lineOf, unpaid, unpaidOfGroup, unpaidPrincipal } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { coreOf, defaultMode, futureInterest } from '#loan/prepayment.ts';
import { standingOn } from '#loan/standing.ts';
import { forAll } from '#tests/support/for-all.ts';
import { date, disbursed, EX1, EX2, everyDay, having, on, paid, termsOf } from '#tests/support/loan/loans.ts';
import { percent, SHORT, valueDate } from '#tests/support/loan/products.ts';

const PAID_TWO = having(EX2, paid('2026-02-15', 635.63), paid('2026-03-15', 635.63));

/** S/ 800,00 on the day of the second instalment (domain 3.5). */
const prepaid = (mode: PrepaymentMode): Standing =>
  on(having(PAID_TWO, paid('2026-03-15', 800, { kind: 'ordinary', mode })), '2026-03-15');

const open = ({ groups }: Standing): DueGroup[] => groups.filter((group) => unpaidOfGroup(group) > 0);

describe('EX2, S/ 800,00 after the second instalment', () => {
  test('REDUCE_INSTALLMENT keeps the dates: 389,39 each (was 625,01)', () => {
    const rows = open(prepaid('REDUCE_INSTALLMENT'));
    expect(rows.map(({ dueDate }) => dueDate)).toEqual(['2026-04-15', '2026-05-15', '2026-06-15', '2026-07-15']);
    expect(rows.slice(0, 3).map((group) => coreOf(group))).toEqual([38_939, 38_939, 38_939]);
    expect(Math.abs(coreOf(rows[3] as DueGroup) - 38_939)).toBeLessThanOrEqual(3);
    expect(sum(...rows.map(unpaidPrincipal))).toBe(132_211);
  });

  test('REDUCE_TERM keeps the amount: 625,01, 625,01, 232,96, one instalment fewer', {
    tags: 'promise-early-payment-and-interest-for-the-days-of-use',
  }, () => {
    const rows = open(prepaid('REDUCE_TERM'));
    expect(rows.map((group) => [group.dueDate, coreOf(group)])).toEqual([
      ['2026-04-15', 62_501],
      ['2026-05-15', 62_501],
      ['2026-06-15', 23_296],
    ]);
    expect(sum(...rows.map(unpaidPrincipal))).toBe(132_211);
  });

  test('REDUCE_TERM still asks for the service of the first day, with the last instalment', () => {
    const fees = open(prepaid('REDUCE_TERM')).map((group) => lineOf(group, 'acceleratedAcceptanceFee').netCents);
    expect(fees).toEqual([500, 500, 1000]);
  });

  test('ADVANCE pays the next instalments as they stand, and saves no interest', () => {
    const standing = prepaid('ADVANCE');
    expect(standing.groups.map(unpaidOfGroup)).toEqual([0, 0, 0, 63_563 - 16_437, 63_563, 63_558]);
    expect(futureInterest(standing)).toBe(futureInterest(on(PAID_TWO, '2026-03-15')));
  });

  test('interest still to come: 199,52 with smaller instalments, 136,33 with fewer, 320,24 in advance', () => {
    const [shorter, reduced, advanced] = PREPAYMENT_MODES.map((mode) => toSoles(futureInterest(prepaid(mode))));
    expect([reduced, shorter, advanced]).toEqual([199.52, 136.33, 320.24]);
  });
});

describe('in the middle of a period', () => {
  const standing = on(
    having(PAID_TWO, paid('2026-04-01', 800, { kind: 'ordinary', mode: 'REDUCE_TERM' })),
    '2026-04-01',
  );
  const third = standing.groups[2] as DueGroup;

  test('the interest accrued so far, 67,99 + IGV 12,24, is paid before principal', () => {
    const { paidNetCents, paidVatCents } = lineOf(third, 'interest');
    expect([paidNetCents, paidVatCents]).toEqual([6799, 1224]);
    expect(lineOf(third, 'principal').paidNetCents).toBe(80_000 - 6799 - 1224);
  });

  test('what is left of the instalment is the level amount', () => {
    expect(sum(unpaidPrincipal(third), unpaid(lineOf(third, 'interest')))).toBe(62_501);
  });

  test('principal is complete: paid and unpaid make up S/ 3.000,00', () => {
    expect(sum(...standing.groups.map((group) => lineOf(group, 'principal').netCents))).toBe(300_000);
  });
});

describe('a single payment', () => {
  test('owes interest only on what is left: S/ 200,00 of EX1 on day 10', () => {
    const [group] = on(having(EX1, paid('2026-01-25', 200)), '2026-01-25').groups as [DueGroup];
    const accrued = lineOf(group, 'interest');
    expect([accrued.paidNetCents, accrued.paidVatCents]).toEqual([1041, 187]);
    expect(unpaidPrincipal(group)).toBe(50_000 - (20_000 - 1228));
    // 20 days on 312,28 instead of on 500,00.
    expect(accrued.netCents - accrued.paidNetCents).toBe(1314);
  });

  test('can be paid ahead without saving interest when the client asks for that', () => {
    const [group] = on(having(EX1, paid('2026-01-25', 200, { kind: 'ordinary', mode: 'ADVANCE' })), '2026-01-25')
      .groups as [DueGroup];
    expect(lineOf(group, 'interest').netCents).toBe(3189);
    expect(unpaidOfGroup(group)).toBe(37_303);
  });
});

describe('when the client has not chosen', () => {
  test.each([
    [635.63, 'ADVANCE'],
    [1271.26, 'ADVANCE'],
    [1271.27, 'REDUCE_TERM'],
  ])('S/ %s of EX2 is %s', (soles, mode) => {
    expect(defaultMode(on(PAID_TWO, '2026-03-16'), cents(Math.round(soles * 100)))).toBe(mode);
  });

  test('a single payment has no instalment to advance', () => {
    expect(defaultMode(on(EX1, '2026-01-20'), cents(100))).toBe('REDUCE_INSTALLMENT');
  });
});

interface Case {
  readonly loan: Loan;
  readonly day: CalendarDate;
  readonly amount: number;
}

/** Loans whose first instalments are paid when due, and money between a céntimo and just under the payoff. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    teaPercent: percent(1, 113.16),
    principalCents: fc.integer({ min: 50_000, max: 1_000_000 }).map(cents),
    term: fc.integer({ min: 2, max: 12 }),
    start: valueDate,
    paidRows: fc.nat(10),
    offset: fc.nat(27),
    share: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ teaPercent, principalCents, term, start, paidRows, offset, share }) => {
    const pricing = { ...SHORT.pricing, teaPercent };
    const fresh = disbursed({ ...termsOf(SHORT, 500, term), principalCents, pricing }, start);
    const rows = standingOn(fresh, { date: start, calendar: everyDay }).groups;
    const paidUp = rows.slice(0, Math.min(paidRows, term - 1));
    const loan = having(fresh, ...paidUp.map((group) => paid(group.dueDate, toSoles(unpaidOfGroup(group)))));
    const day = addDays(paidUp.at(-1)?.dueDate ?? start, offset);
    const payoff = payoffCents(standingOn(loan, { date: day, calendar: everyDay }));
    return { loan, day, amount: Math.max(1, Math.floor((payoff * share) / 1000)) };
  });

function after({ loan, day, amount }: Case, mode: PrepaymentMode): Standing {
  return standingOn(having(loan, paid(day, amount / 100, { kind: 'ordinary', mode })), {
    date: day,
    calendar: everyDay,
  });
}

test('interest to come: REDUCE_TERM ≤ REDUCE_INSTALLMENT ≤ ADVANCE ≤ before (P13)', () =>
  forAll(600, [cases], (one) => {
    const before = futureInterest(standingOn(one.loan, { date: one.day, calendar: everyDay }));
    // In the order of the list: what a screen finds first is what saves most.
    const left = [...PREPAYMENT_MODES.map((mode) => futureInterest(after(one, mode))), before];
    expect(PREPAYMENT_MODES).toEqual(['REDUCE_TERM', 'REDUCE_INSTALLMENT', 'ADVANCE']);
    expect(left).toEqual(left.toSorted((a, b) => a - b));
  }));

test('whatever the mode: principal stays complete, nothing is negative, dates stay, the payoff falls by the money', () =>
  forAll(1000, [cases, fc.constantFrom(...PREPAYMENT_MODES)], (one, mode) => {
    const before = standingOn(one.loan, { date: one.day, calendar: everyDay });
    const standing = after(one, mode);
    const principal = ({ groups }: Standing): number =>
      sum(...groups.map((group) => lineOf(group, 'principal').netCents));
    expect(principal(standing)).toBe(principal(before));
    expect(payoffCents(standing)).toBe(payoffCents(before) - one.amount);
    const dates = new Set(before.groups.map(({ dueDate }) => dueDate));
    for (const group of standing.groups) {
      expect(dates).toContain(group.dueDate);
      for (const of of Object.values(group.lines)) expect(unpaid(of)).toBeGreaterThanOrEqual(0);
    }
  }));

test('what was paid of instalments that disappear stays paid: into flex pay, which then ended', () => {
  // While the clock stands still money reaches the fourth instalment's service of the first day.
  const first = paid('2026-01-15', 1375.03, { kind: 'arrangement' });
  const terms = flexTerms(on(having(EX2, first), '2026-01-15'), STANDARD_FLEX_SETTINGS);
  const loan = having(EX2, { kind: 'flex', id: 'flex-1', date: date('2026-01-15'), flex: terms }, first);
  const before = on(loan, '2026-03-01');
  expect(before.flex?.status).toBe('ENDED');
  expect(lineOf(before.groups[3] as DueGroup, 'acceleratedAcceptanceFee').paidNetCents).toBeGreaterThan(0);

  const mode = { kind: 'ordinary', mode: 'REDUCE_TERM' } as const;
  const after = on(having(loan, paid('2026-03-01', 477.37, mode)), '2026-03-01');
  expect(after.groups.length).toBeLessThan(before.groups.length);
  expect(payoffCents(after)).toBe(payoffCents(before) - 47_737);
});
