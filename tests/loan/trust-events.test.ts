import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Loan } from '#loan/loan.ts';
import { originate } from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { trustEventsOfLoan } from '#loan/trust-events.ts';
import { date, dayOn, EX1, EX1_TERMS, having, on, paid } from '#tests/support/loan/loans.ts';

function events(loan: Loan, today: string, enteredDefault: readonly CalendarDate[] = []) {
  const all = trustEventsOfLoan(loan, enteredDefault, dayOn(today));
  expect(new Set(all.map(({ loanNumber }) => loanNumber))).toEqual(new Set(all.length > 0 ? [loan.number] : []));
  return all.map(({ date: day, event }) => [day, event]);
}

const ARRIVED = ['2026-01-15', 'bank-account-confirmed'];

test('a loan that was not paid out says nothing', () => {
  expect(events(originate('P-2026-0000009', EX1_TERMS), '2026-02-01')).toEqual([]);
});

test('money that arrived confirms the bank account', () => {
  expect(events(EX1, '2026-01-20')).toEqual([ARRIVED]);
});

describe('a paid loan counts by how late its last payment was', () => {
  test.each([
    ['2026-01-20', 'loan-paid-on-time'],
    ['2026-02-14', 'loan-paid-on-time'],
    // The due date is a Saturday: Monday is in time.
    ['2026-02-16', 'loan-paid-on-time'],
    ['2026-02-17', 'loan-paid-1-to-3-days-late'],
    ['2026-02-18', 'loan-paid-4-to-15-days-late'],
    ['2026-03-01', 'loan-paid-4-to-15-days-late'],
    ['2026-03-02', 'loan-paid-16-to-60-days-late'],
    ['2026-04-15', 'loan-paid-16-to-60-days-late'],
  ])('paid on %s: %s', (day, event) => {
    expect(events(having(EX1, paid(day, 700)), '2026-05-01')).toEqual([ARRIVED, [day, event]]);
  });
});

test('a payment in time that a channel brings late counts on its own date', () => {
  expect(events(having(EX1, paid('2026-02-13', 573.03)), '2026-02-25')).toEqual([
    ARRIVED,
    ['2026-02-13', 'loan-paid-on-time'],
  ]);
});

test('money taken back takes the event back', () => {
  const bounced = { ...paid('2026-02-14', 573.03), reversedOn: date('2026-02-20') };
  expect(events(having(EX1, bounced), '2026-02-20')).toEqual([ARRIVED]);
});

test('an extension costs no point: the new due date is the one that counts', { tags: 'promise-levels' }, () => {
  const extended = having(EX1, paid('2026-02-14', 26.22, { kind: 'extension', termDays: 14, feeCents: cents(800) }));
  expect(events(having(extended, paid('2026-02-28', 573.03)), '2026-03-01')).toEqual([
    ARRIVED,
    ['2026-02-28', 'loan-paid-on-time'],
  ]);
});

describe('a default', () => {
  const SINCE = date('2026-04-16');
  test('counts on the day it began, and once: the payment after it is not a second event', () => {
    expect(events(EX1, '2026-04-20', [SINCE])).toEqual([ARRIVED, [SINCE, 'loan-defaulted']]);
    expect(events(having(EX1, paid('2026-04-20', 900)), '2026-04-21', [SINCE])).toEqual([
      ARRIVED,
      [SINCE, 'loan-defaulted'],
    ]);
  });

  test('does not count when money of before it becomes known later', () => {
    expect(events(having(EX1, paid('2026-04-10', 900)), '2026-04-21', [SINCE])).toEqual([
      ARRIVED,
      ['2026-04-10', 'loan-paid-16-to-60-days-late'],
    ]);
  });

  test('does not count before its day', () => {
    expect(events(EX1, '2026-04-15', [SINCE])).toEqual([ARRIVED]);
  });
});

test('a plan that was kept counts, and its loan by the delay that led to it', () => {
  const offer = planOffer(on(EX1, '2026-02-24'), 3, date('2026-03-06'), STANDARD_PLAN_SETTINGS);
  const onPlan = having(EX1, { kind: 'plan', id: 'p', date: date('2026-02-24'), plan: offer.terms });
  const into = { kind: 'arrangement' } as const;
  const kept = having(
    onPlan,
    paid('2026-03-06', 195.1, into),
    paid('2026-04-06', 195.1, into),
    paid('2026-05-06', 195.11, into),
  );
  expect(events(kept, '2026-05-07')).toEqual([
    ARRIVED,
    ['2026-05-06', 'plan-completed'],
    ['2026-05-06', 'loan-paid-4-to-15-days-late'],
  ]);
});
