import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import type { Loan } from '#loan/loan.ts';
import { originate } from '#loan/loan-life.ts';
import { balanceOverTime, scheduleRows } from '#loan/loan-picture.ts';
import { sum } from '#loan/money.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { totalOutstanding } from '#loan/standing.ts';
import { date, dayOn, EX1, EX1_TERMS, EX2, having, on, paid } from '#tests/support/loan/loans.ts';

const points = (loan: Loan, today: string) =>
  balanceOverTime(loan, dayOn(today)).map((point) => [
    point.date,
    point.principalOutstandingCents,
    point.planned ? 'to come' : 'so far',
  ]);

describe('the schedule as it stands', () => {
  test('of EX1 is one row', () => {
    expect(scheduleRows(on(EX1, '2026-01-20'))).toEqual([
      {
        number: 1,
        dueDate: '2026-02-14',
        principalCents: 50_000,
        interestCents: 3189,
        feesCents: 3000,
        vatCents: 1114,
        moratoryCents: 0,
        totalCents: 57_303,
        paidCents: 0,
        unpaidCents: 57_303,
      },
    ]);
  });

  test('of EX1 ten days late has what delay costs in it', () => {
    expect(scheduleRows(on(EX1, '2026-02-24'))).toMatchObject([
      { interestCents: 3189 + 1041, vatCents: 1114 + 187, moratoryCents: 218, totalCents: 58_749 },
    ]);
  });

  test('on a plan leaves out what the plan forgives', () => {
    const offer = planOffer(on(EX1, '2026-02-24'), 3, date('2026-03-06'), STANDARD_PLAN_SETTINGS);
    const onPlan = having(EX1, { kind: 'plan', id: 'p', date: date('2026-02-24'), plan: offer.terms });
    expect(scheduleRows(on(onPlan, '2026-03-01'))).toMatchObject([{ moratoryCents: 0, unpaidCents: 58_531 }]);
  });

  test('on a plan counts the moratory interest that was paid before it', () => {
    const part = having(EX1, paid('2026-02-24', 100));
    const offer = planOffer(on(part, '2026-02-24'), 3, date('2026-03-06'), STANDARD_PLAN_SETTINGS);
    const onPlan = having(part, { kind: 'plan', id: 'p', date: date('2026-02-24'), plan: offer.terms });
    expect(scheduleRows(on(onPlan, '2026-03-01'))).toMatchObject([
      { moratoryCents: 218, paidCents: 10_000, unpaidCents: 48_749 },
    ]);
  });

  test('of EX2 shows what is paid of each instalment', () => {
    const rows = scheduleRows(on(having(EX2, paid('2026-02-15', 635.63)), '2026-02-20'));
    expect(rows.map(({ totalCents, paidCents, unpaidCents }) => [totalCents, paidCents, unpaidCents])).toEqual([
      [63_563, 63_563, 0],
      [63_563, 0, 63_563],
      [63_563, 0, 63_563],
      [63_563, 0, 63_563],
      [63_563, 0, 63_563],
      [63_558, 0, 63_558],
    ]);
  });

  test('adds up to what is outstanding, whatever was paid and when', () => {
    const payment = fc.record({ day: fc.integer({ min: 0, max: 200 }), soles: fc.integer({ min: 1, max: 900 }) });
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 4 }), fc.integer({ min: 0, max: 220 }), (payments, day) => {
        const facts = payments.map(({ day: k, soles }) => paid(addDays(date('2026-01-15'), k), soles));
        const standing = on(having(EX2, ...facts), addDays(date('2026-01-15'), day));
        const rows = scheduleRows(standing);
        for (const row of rows) {
          const { principalCents, interestCents, feesCents, vatCents, moratoryCents, totalCents } = row;
          expect(sum(principalCents, interestCents, feesCents, vatCents, moratoryCents)).toBe(totalCents);
        }
        const unpaid = sum(...rows.map(({ unpaidCents }) => unpaidCents));
        expect(unpaid - standing.creditCents).toBe(totalOutstanding(standing));
      }),
    );
  });
});

describe('the balance over time', () => {
  test('of a loan whose money has not arrived is nothing to draw', () => {
    expect(points(originate('P-2026-0000009', EX1_TERMS), '2026-01-15')).toEqual([]);
  });

  test('of EX1 is what was borrowed until the due date', () => {
    expect(points(EX1, '2026-01-20')).toEqual([
      ['2026-01-15', 50_000, 'so far'],
      ['2026-01-20', 50_000, 'so far'],
      ['2026-02-14', 0, 'to come'],
    ]);
  });

  test('of EX2 falls with every instalment, as the contract says', () => {
    expect(points(EX2, '2026-01-15').map(([, balance]) => balance)).toEqual([
      300_000, 258_453, 212_211, 164_532, 113_142, 58_543, 0,
    ]);
  });

  test('shows early money on its day, and the instalments that are left after it', () => {
    const loan = having(
      EX2,
      paid('2026-02-15', 635.63),
      paid('2026-03-15', 635.63 + 800, { kind: 'ordinary', mode: 'REDUCE_TERM' }),
    );
    const drawn = points(loan, '2026-03-20');
    expect(drawn.slice(0, 4)).toEqual([
      ['2026-01-15', 300_000, 'so far'],
      ['2026-02-15', 258_453, 'so far'],
      ['2026-03-15', 132_211, 'so far'],
      ['2026-03-20', 132_211, 'so far'],
    ]);
    expect(drawn.at(-1)).toEqual(['2026-06-15', 0, 'to come']);
  });

  test('of a loan that is late ends today: nothing of it is still to come', () => {
    expect(points(EX1, '2026-02-24')).toEqual([
      ['2026-01-15', 50_000, 'so far'],
      ['2026-02-24', 50_000, 'so far'],
    ]);
  });

  test('on a plan falls with the payments of the plan, and ends with the last', () => {
    const offer = planOffer(on(EX1, '2026-02-24'), 3, date('2026-03-06'), STANDARD_PLAN_SETTINGS);
    const onPlan = having(EX1, { kind: 'plan', id: 'p', date: date('2026-02-24'), plan: offer.terms });
    const principal = offer.payments.map(({ amount }) => amount.principalCents);
    expect(points(onPlan, '2026-02-25').slice(-3)).toEqual([
      ['2026-03-06', 50_000 - (principal[0] ?? 0), 'to come'],
      ['2026-04-06', 50_000 - (principal[0] ?? 0) - (principal[1] ?? 0), 'to come'],
      ['2026-05-06', 0, 'to come'],
    ]);
  });

  test('on flex pay falls with the monthly minimum', () => {
    const flex = flexTerms(on(EX1, '2026-03-02'), STANDARD_FLEX_SETTINGS);
    const drawn = points(having(EX1, { kind: 'flex', id: 'f', date: date('2026-03-02'), flex }), '2026-03-03');
    expect(drawn.map(([day]) => day)).toEqual([
      '2026-01-15',
      '2026-03-02',
      '2026-03-03',
      '2026-04-01',
      '2026-05-01',
      '2026-05-31',
      '2026-06-30',
      '2026-07-30',
      '2026-08-29',
    ]);
    expect(drawn.at(-1)).toEqual(['2026-08-29', 0, 'to come']);
  });

  test('never rises while everything is paid on its date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 180 }), (day) => {
        const today = addDays(date('2026-01-15'), day);
        const balances = balanceOverTime(EX2, dayOn(today)).map((point) => point.principalOutstandingCents);
        for (const [k, balance] of balances.entries()) expect(balance).toBeLessThanOrEqual(balances[k - 1] ?? balance);
      }),
    );
  });

  test('of a paid loan has its end and no more', () => {
    expect(points(having(EX1, paid('2026-02-14', 573.03)), '2026-03-01')).toEqual([
      ['2026-01-15', 50_000, 'so far'],
      ['2026-02-14', 0, 'so far'],
      ['2026-03-01', 0, 'so far'],
    ]);
  });
});
