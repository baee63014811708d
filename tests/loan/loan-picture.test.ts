import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import { scheduleRows } from '#loan/loan-picture.ts';
import { sum } from '#loan/money.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { totalOutstanding } from '#loan/standing.ts';
import { forAll } from '#tests/support/for-all.ts';
import { date, EX1, EX2, having, on, paid } from '#tests/support/loan/loans.ts';

describe('the schedule as it stands', () => {
  test('of EX1 is one row', () => {
    expect(scheduleRows(on(EX1, '2026-01-20'))).toEqual([
      {
        number: 1,
        daysLate: 0,
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
    forAll(800, [fc.array(payment, { maxLength: 4 }), fc.integer({ min: 0, max: 220 })], (payments, day) => {
      const facts = payments.map(({ day: k, soles }) => paid(addDays(date('2026-01-15'), k), soles));
      const standing = on(having(EX2, ...facts), addDays(date('2026-01-15'), day));
      const rows = scheduleRows(standing);
      for (const row of rows) {
        const { principalCents, interestCents, feesCents, vatCents, moratoryCents, totalCents } = row;
        expect(sum(principalCents, interestCents, feesCents, vatCents, moratoryCents)).toBe(totalCents);
      }
      const unpaid = sum(...rows.map(({ unpaidCents }) => unpaidCents));
      expect(unpaid - standing.creditCents).toBe(totalOutstanding(standing));
    });
  });
});
