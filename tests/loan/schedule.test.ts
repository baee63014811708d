import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, calendarDate } from '#loan/calendar.ts';
import { cents, fromSoles, percentOf, sum, ZERO } from '#loan/money.ts';
import { interestFor, periodRate, solveAnnualRate } from '#loan/rate.ts';
import { buildSchedule, dueDates, type Installment, type ScheduleInput } from '#loan/schedule.ts';
import { forAll } from '#tests/support/for-all.ts';
import { exactInterest } from '#tests/support/loan/exact-rate.ts';
import { CAP_PERCENT, percent, principal, VALUE_DATE, valueDate } from '#tests/support/loan/products.ts';

const EX2: ScheduleInput = {
  principalCents: fromSoles(3000),
  installments: 6,
  valueDate: VALUE_DATE,
  teaPercent: 95,
  capPercent: CAP_PERCENT,
  igvPercent: 18,
  perInstallmentFeeCents: fromSoles(4),
  upfrontFeeCents: fromSoles(30),
};

const inputs: fc.Arbitrary<ScheduleInput> = fc.record({
  principalCents: principal,
  installments: fc.integer({ min: 1, max: 24 }),
  valueDate,
  teaPercent: percent(0, CAP_PERCENT),
  capPercent: fc.constant(CAP_PERCENT),
  igvPercent: fc.constantFrom(18, 0, 19.5),
  perInstallmentFeeCents: fc.integer({ min: 0, max: 2000 }).map(cents),
  upfrontFeeCents: fc.integer({ min: 0, max: 20_000 }).map(cents),
});

function property(check: (input: ScheduleInput, rows: Installment[]) => void): void {
  forAll(2000, [inputs], (input) => check(input, buildSchedule(input)));
}

/** Adds up what the client gives and gets back for the money alone: principal and interest at their real dates. */
function interestFlows(rows: readonly Installment[]): { days: number; amountCents: number }[] {
  let days = 0;
  return rows.map((row) => {
    days += row.days;
    return { days, amountCents: row.principalCents + row.interestCents };
  });
}

describe('EX2: S/ 3.000 in six instalments at TEA 95 % from 15/01/2026', () => {
  // Due, days, opening, principal, interest, fees, IGV, total, closing: the table of domain 3.4.
  const table = [
    ['2026-02-15', 31, 3000.0, 415.47, 177.58, 9.0, 33.58, 635.63, 2584.53],
    ['2026-03-15', 28, 2584.53, 462.42, 137.79, 9.0, 26.42, 635.63, 2122.11],
    ['2026-04-15', 31, 2122.11, 476.79, 125.61, 9.0, 24.23, 635.63, 1645.32],
    ['2026-05-15', 30, 1645.32, 513.9, 94.16, 9.0, 18.57, 635.63, 1131.42],
    ['2026-06-15', 31, 1131.42, 545.99, 66.97, 9.0, 13.67, 635.63, 585.43],
    ['2026-07-15', 30, 585.43, 585.43, 33.5, 9.0, 7.65, 635.58, 0.0],
  ] as const;
  const rows = buildSchedule(EX2);

  test.each(table.map((row, k) => [k + 1, row] as const))('instalment %i', (number, row) => {
    const [dueDate, days, ...soles] = row;
    const [openingCents, principalCents, interestCents, feesCents, vatCents, totalCents, closingCents] =
      soles.map(fromSoles);
    expect(rows[number - 1]).toEqual({
      number,
      dueDate,
      days,
      openingCents,
      principalCents,
      interestCents,
      feesCents,
      vatCents,
      totalCents,
      closingCents,
    });
  });

  test('together: principal 3.000,00, interest 635,61, fees 54,00, IGV 124,12, total 3.813,73', () => {
    const total = (pick: (row: Installment) => number): number => rows.reduce((all, row) => all + pick(row), 0);
    expect(total((row) => row.principalCents)).toBe(300_000);
    expect(total((row) => row.interestCents)).toBe(63_561);
    expect(total((row) => row.feesCents)).toBe(5400);
    expect(total((row) => row.vatCents)).toBe(12_412);
    expect(total((row) => row.totalCents)).toBe(381_373);
  });

  test('the TEA recovered from principal and interest is 94,9968 %: rounding only', () => {
    expect(solveAnnualRate(EX2.principalCents, interestFlows(rows))).toBeCloseTo(94.9968, 4);
  });
});

describe('due dates', () => {
  test('of a loan given on 31 January fall on each month’s end', () => {
    expect(dueDates(calendarDate('2026-01-31'), 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  });

  test('strictly increase, on the value date’s day or the month’s end (P7)', () => {
    property((input, rows) => {
      rows.forEach((row, k) => {
        expect(row.dueDate).toBe(addMonths(input.valueDate, k + 1));
        expect(row.dueDate > (rows[k - 1]?.dueDate ?? input.valueDate)).toBe(true);
        expect(addDays(rows[k - 1]?.dueDate ?? input.valueDate, row.days)).toBe(row.dueDate);
      });
    });
  });
});

describe('every schedule', () => {
  test('consists of whole céntimos, and each total is the sum of its lines (P1)', () => {
    property((_, rows) => {
      for (const row of rows) {
        const lines = [row.principalCents, row.interestCents, row.feesCents, row.vatCents];
        for (const line of [...lines, row.totalCents]) expect(Number.isSafeInteger(line)).toBe(true);
        expect(row.totalCents).toBe(sum(...lines));
      }
    });
  });

  test('pays back the principal, a part of it every time, and never negative interest (P3)', () => {
    property((input, rows) => {
      expect(sum(...rows.map((row) => row.principalCents))).toBe(input.principalCents);
      expect(rows.at(-1)?.closingCents).toBe(0);
      for (const row of rows) {
        expect(row.principalCents).toBeGreaterThan(0);
        expect(row.interestCents).toBeGreaterThanOrEqual(0);
      }
    });
  });

  test('opens each instalment with what the last one left (P4)', () => {
    property((input, rows) => {
      rows.forEach((row, k) => {
        expect(row.number).toBe(k + 1);
        expect(row.openingCents).toBe(rows[k - 1]?.closingCents ?? input.principalCents);
        expect(row.closingCents).toBe(row.openingCents - row.principalCents);
      });
    });
  });

  test('costs the same every month but the last, which differs by rounding only (P5)', () => {
    property((input, rows) => {
      const last = rows.at(-1) as Installment;
      expect(new Set(rows.slice(0, -1).map((row) => row.totalCents)).size).toBeLessThanOrEqual(1);
      if (rows.length === 1) return;
      const interestVat = (row: Installment): number => percentOf(row.interestCents, input.igvPercent);
      const level = (row: Installment): number => row.principalCents + row.interestCents + interestVat(row);
      // S: the growth of a céntimo from each instalment to the end.
      let growth = 1;
      let growthSum = 0;
      for (const row of [...rows].reverse()) {
        growthSum += growth;
        growth *= 1 + periodRate(input.teaPercent, row.days) * (1 + input.igvPercent / 100);
      }
      const drift = Math.abs(level(last) - level(rows[0] as Installment));
      expect(drift).toBeLessThanOrEqual(Math.floor(1.5 * growthSum) + 2);
    });
  });

  test('charges every fee once: the monthly ones each month, the spread one in parts that sum up (P6)', () => {
    property((input, rows) => {
      const charged = sum(...rows.map((row) => row.feesCents));
      expect(charged).toBe(rows.length * input.perInstallmentFeeCents + input.upfrontFeeCents);
    });
  });

  test('computes interest on principal only, and IGV on interest and fees only (P24)', () => {
    property((input, rows) => {
      for (const row of rows) {
        const interest = exactInterest(row.openingCents, input.teaPercent, input.capPercent, row.days);
        expect(row.interestCents).toBe(interest);
        const igv = (amount: number): number => percentOf(cents(amount), input.igvPercent);
        expect(row.vatCents).toBe(igv(row.interestCents) + igv(row.feesCents));
      }
    });
  });

  test('has interest that does not depend on fees or IGV of its own row (P24)', () => {
    property((input, rows) => {
      const bare = buildSchedule({ ...input, perInstallmentFeeCents: ZERO, upfrontFeeCents: ZERO });
      expect(bare.map((row) => row.interestCents)).toEqual(rows.map((row) => row.interestCents));
    });
  });

  test('earns the TEA it names, within a tenth of a point of rounding (P8)', () => {
    // From S/ 500, the smallest instalment loan: on less, half a céntimo a month is more than that.
    const principalCents = fc.integer({ min: 50_000, max: 2_000_000 }).map(cents);
    forAll(2000, [inputs, principalCents], (input, amount) => {
      const rows = buildSchedule({ ...input, principalCents: amount });
      expect(Math.abs(solveAnnualRate(amount, interestFlows(rows)) - input.teaPercent)).toBeLessThanOrEqual(0.1);
    });
  });

  test('never earns more than the cap, whatever TEA it was given (guard 3, P10)', () =>
    forAll(2000, [inputs, percent(80, 300), percent(80, 120)], (input, teaPercent, capPercent) => {
      const rows = buildSchedule({ ...input, teaPercent, capPercent });
      expect(solveAnnualRate(input.principalCents, interestFlows(rows))).toBeLessThanOrEqual(capPercent + 1e-9);
    }));

  test('at the cap itself each month’s interest is the ceiling rounded down (guard 2)', () => {
    const rows = buildSchedule({ ...EX2, teaPercent: CAP_PERCENT });
    for (const row of rows) {
      const ceiling = Math.floor(row.openingCents * periodRate(CAP_PERCENT, row.days));
      expect(row.interestCents).toBeLessThanOrEqual(ceiling);
      expect(row.interestCents).toBe(interestFor(row.openingCents, CAP_PERCENT, CAP_PERCENT, row.days));
    }
  });

  test('costs nothing at TEA 0 without fees', () => {
    const free = { ...EX2, teaPercent: 0, perInstallmentFeeCents: ZERO, upfrontFeeCents: ZERO };
    expect(buildSchedule(free).map((row) => row.totalCents)).toEqual(Array(6).fill(50_000));
  });
});
