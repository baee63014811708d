import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#loan/calendar.ts';
import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import type { Loan, LoanFact } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';
import { REMINDER_DAYS, reminderOn } from '#loan/reminders.ts';
import { forAll } from '#tests/support/for-all.ts';
import { date, EX1, EX2, having, on, paid } from '#tests/support/loan/loans.ts';
import { VALUE_DATE } from '#tests/support/loan/products.ts';

const reminder = (loan: Loan, day: string) => reminderOn(on(loan, day));

describe('EX1, S/ 573,03 due on Saturday 14/02/2026 and on time until Monday', () => {
  test.each([
    ['2026-01-15', undefined],
    ['2026-02-08', undefined],
    ['2026-02-09', -5],
    ['2026-02-11', -5],
    ['2026-02-12', -2],
    ['2026-02-14', 0],
    ['2026-02-16', 0],
    // Tuesday is the first day of delay, and delay counts from the due date.
    ['2026-02-17', 3],
    ['2026-02-21', 7],
    ['2026-03-01', 15],
    ['2026-03-16', 30],
    ['2026-06-16', 30],
  ])('on %s asks for the reminder of day %s', (day, expected) => {
    const found = reminder(EX1, day);
    expect(found?.kind === 'payment' ? found.day : undefined).toBe(expected);
  });

  test('says what is due and until when it is on time; later also what delay costs', {
    tags: 'promise-reminders-of-a-loan',
  }, () => {
    const due = { kind: 'payment', dueDate: '2026-02-14', lastDay: '2026-02-16' };
    expect(reminder(EX1, '2026-02-12')).toEqual({ ...due, day: -2, amountCents: 57_303 });
    expect(reminder(EX1, '2026-02-24')).toEqual({ ...due, day: 7, amountCents: 58_749 });
  });

  test('paid, nobody is reminded; with small change left, neither', () => {
    expect(reminder(having(EX1, paid('2026-02-13', 573.03)), '2026-02-14')).toBeUndefined();
    const nearly = having(EX1, paid('2026-02-14', 572.5));
    for (const day of ['2026-02-14', '2026-02-17', '2026-03-20']) expect(reminder(nearly, day)).toBeUndefined();
  });

  test('extended, it counts to the new due date', () => {
    const extended = having(EX1, paid('2026-02-13', 26.3, { kind: 'extension', termDays: 14, feeCents: cents(800) }));
    expect(reminder(extended, '2026-02-14')).toBeUndefined();
    expect(reminder(extended, '2026-02-26')).toMatchObject({ day: -2, dueDate: '2026-02-28' });
  });

  test('written off, the reminders end', () => {
    const writtenOff = having(EX1, { kind: 'write-off', id: 'w', date: date('2026-09-01') });
    expect(reminder(writtenOff, '2026-09-02')).toBeUndefined();
  });
});

describe('an instalment loan', () => {
  test('is reminded of each instalment in its turn', () => {
    const found = reminder(EX2, '2026-02-13');
    const first = found?.kind === 'payment' ? found : undefined;
    expect(first).toMatchObject({ day: -2, dueDate: '2026-02-15', lastDay: '2026-02-16' });
    const paidFirst = having(EX2, paid('2026-02-13', (first?.amountCents ?? 0) / 100));
    expect(reminder(paidFirst, '2026-02-17')).toBeUndefined();
    expect(reminder(paidFirst, '2026-03-13')).toMatchObject({ day: -2, dueDate: '2026-03-15' });
  });

  test('while an instalment is late, of everything that is late and of nothing else', () => {
    const late = reminder(EX2, '2026-03-14');
    expect(late).toMatchObject({ day: 15, dueDate: '2026-02-15' });
    const both = reminder(EX2, '2026-03-18');
    expect(both).toMatchObject({ day: 30, dueDate: '2026-02-15' });
    const sums = [late, both].map((one) => one?.amountCents ?? 0) as [number, number];
    expect(sums[1]).toBeGreaterThan(1.9 * sums[0]);
  });
});

describe('a payment plan', () => {
  const plan: LoanFact = {
    kind: 'plan',
    id: 'plan-1',
    date: date('2026-02-24'),
    plan: {
      items: [
        { dueDate: date('2026-02-28'), amountCents: cents(29_265) },
        { dueDate: date('2026-03-28'), amountCents: cents(29_266) },
      ],
      totalCents: cents(58_531),
      atRiskAfterBusinessDays: 5,
      brokenAfterDays: 10,
    },
  };

  test('that is being kept is left alone', () => {
    const kept = having(EX1, plan, paid('2026-02-27', 292.65, { kind: 'arrangement' }));
    for (const day of ['2026-02-25', '2026-02-28', '2026-03-10', '2026-03-27']) {
      expect(reminder(kept, day)).toBeUndefined();
    }
  });

  test('at risk says what saves it, and until when; broken, the loan is as late as it is', () => {
    const missed = having(EX1, plan);
    expect(reminder(missed, '2026-03-08')).toBeUndefined();
    expect(reminder(missed, '2026-03-09')).toEqual({
      kind: 'arrangement',
      arrangement: 'plan',
      id: 'plan-1',
      dueDate: '2026-02-28',
      endsOn: '2026-03-19',
      amountCents: 29_265,
    });
    expect(reminder(missed, '2026-03-19')).toMatchObject({ kind: 'payment', day: 30, dueDate: '2026-02-14' });
  });
});

test('a flex pay at risk says what saves it', () => {
  const terms = flexTerms(on(EX1, '2026-03-02'), STANDARD_FLEX_SETTINGS);
  const flex = having(EX1, { kind: 'flex', id: 'flex-1', date: date('2026-03-02'), flex: terms });
  expect(reminder(flex, '2026-04-01')).toBeUndefined();
  expect(reminder(flex, '2026-04-02')).toMatchObject({ arrangement: 'flex', id: 'flex-1', amountCents: 9939 });
});

test('as days pass the reminders of a due date go one way, and nobody is reminded who owes nothing', () => {
  const payments = fc.array(fc.tuple(fc.nat(220), fc.integer({ min: 1, max: 1500 })), { maxLength: 4 });
  const looks = fc.uniqueArray(fc.integer({ min: 0, max: 260 }), { minLength: 1, maxLength: 40 });
  forAll(60, [fc.constantFrom(EX1, EX2), payments, looks], (base, money, days) => {
    const loan = having(base, ...money.map(([day, soles]) => paid(addDays(VALUE_DATE, day), soles)));
    const lastDays = new Map<string, number>();
    for (const day of days.sort((a, b) => a - b)) {
      const today = addDays(VALUE_DATE, day);
      const found = reminder(loan, today);
      if (!found) continue;
      if (found.kind !== 'payment') throw new Error('there is no plan');
      expect(found.amountCents).toBeGreaterThan(100);
      expect(REMINDER_DAYS).toContain(found.day);
      expect(daysBetween(found.dueDate, today)).toBeGreaterThanOrEqual(found.day);
      expect(found.day).toBeGreaterThanOrEqual(lastDays.get(found.dueDate) ?? -5);
      if (found.day > 0) expect(today > found.lastDay).toBe(true);
      lastDays.set(found.dueDate, found.day);
    }
  });
});
