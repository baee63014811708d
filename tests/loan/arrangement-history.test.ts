import { expect, test } from 'vitest';
import { arrangementHistory, plansBrokenInAYear } from '#loan/arrangement-history.ts';
import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import type { Loan, LoanFact } from '#loan/loan.ts';
import { originate } from '#loan/loan-life.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { date, dayOn, EX1, EX1_TERMS, having, on, paid } from '#tests/support/loan/loans.ts';

function planOn(loan: Loan, day: string, first: string, id: string): LoanFact {
  const { terms } = planOffer(on(loan, day), 3, date(first), STANDARD_PLAN_SETTINGS);
  return { kind: 'plan', id, date: date(day), plan: terms };
}

/** EX1 ten days late, a plan of three from 06/03/2026. */
const ON_PLAN = having(EX1, planOn(EX1, '2026-02-24', '2026-03-06', 'plan-1'));
const into = { kind: 'arrangement' } as const;
const history = (loan: Loan, today: string) => arrangementHistory(loan, dayOn(today));
const shape = (loan: Loan, today: string) =>
  history(loan, today).plans.map(({ id, status, endedOn }) => [id, status, endedOn]);

test('a loan without an arrangement, or without its money, has no history', () => {
  expect(history(EX1, '2026-03-01')).toEqual({ plans: [], flexes: [] });
  expect(history(originate('P-2026-0000009', EX1_TERMS), '2026-03-01')).toEqual({ plans: [], flexes: [] });
});

test('a running plan is in it, as it stands', () => {
  expect(shape(ON_PLAN, '2026-03-06')).toEqual([['plan-1', 'ACTIVE', undefined]]);
  expect(shape(ON_PLAN, '2026-03-14')).toEqual([['plan-1', 'AT_RISK', undefined]]);
});

test('a plan that broke stays in it after another has taken its place', () => {
  const again = having(ON_PLAN, planOn(ON_PLAN, '2026-04-01', '2026-04-10', 'plan-2'));
  expect(shape(again, '2026-04-02')).toEqual([
    ['plan-1', 'BROKEN', '2026-03-23'],
    ['plan-2', 'ACTIVE', undefined],
  ]);
});

test('a payment in time that becomes known late mends the plan that looked broken', () => {
  expect(shape(ON_PLAN, '2026-03-25')).toEqual([['plan-1', 'BROKEN', '2026-03-23']]);
  expect(shape(having(ON_PLAN, paid('2026-03-06', 195.1, into)), '2026-03-25')).toEqual([
    ['plan-1', 'ACTIVE', undefined],
  ]);
});

test('money taken back counts as never paid', () => {
  const bounced = { ...paid('2026-03-06', 195.1, into), reversedOn: date('2026-03-24') };
  expect(shape(having(ON_PLAN, bounced), '2026-03-25')).toEqual([['plan-1', 'BROKEN', '2026-03-23']]);
});

test('a plan that gives way to a flex pay is history, and the flex pay is known', () => {
  const flex = flexTerms(on(ON_PLAN, '2026-04-01'), STANDARD_FLEX_SETTINGS);
  const flexed = having(ON_PLAN, { kind: 'flex', id: 'flex-1', date: date('2026-04-01'), flex });
  expect(shape(flexed, '2026-04-20')).toEqual([['plan-1', 'BROKEN', '2026-03-23']]);
  expect(history(flexed, '2026-04-20').flexes).toMatchObject([{ id: 'flex-1', status: 'ACTIVE' }]);
});

test('a broken plan counts for twelve months', () => {
  const counts = (today: string) => plansBrokenInAYear(history(ON_PLAN, today), date(today));
  expect([counts('2026-03-22'), counts('2026-03-23'), counts('2027-03-22'), counts('2027-03-23')]).toEqual([
    0, 1, 1, 0,
  ]);
});
