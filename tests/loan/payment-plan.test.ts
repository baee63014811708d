import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoanFact, Standing } from '#loan/loan.ts';
import { cents, sum } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import {
  allowedDates,
  checkPlanRequest,
  type PlanOffer,
  planIneligibility,
  planOffer,
  planTotal,
  STANDARD_PLAN_SETTINGS,
} from '#loan/payment-plan.ts';
import { payoffCents } from '#loan/payoff.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import { forAll } from '#tests/support/for-all.ts';
import { date, dayOn, EX1, EX2, having, on, paid } from '#tests/support/loan/loans.ts';

const LATE = on(EX1, '2026-02-24');
/** The loan as it stands late, of which so much is left. */
const owing = (total: number): Standing => ({ ...LATE, creditCents: cents(58_531 - total) });
const offer = (standing: Standing, payments: number, first = '2026-03-02'): PlanOffer =>
  planOffer(standing, payments, date(first), STANDARD_PLAN_SETTINGS);

describe('EX1 ten days late (domain 3.9)', () => {
  test('makes a plan of 573,03 + 10,41 + 1,87 = 585,31, the moratory 2,18 left out', () => {
    expect(planTotal(LATE)).toBe(58_531);
    expect(offer(LATE, 2).waivedMoratoryCents).toBe(218);
  });

  test('includes a refund of money that was taken back later', () => {
    expect(planTotal({ ...LATE, creditCents: cents(-1000) })).toBe(59_531);
  });

  test.each([
    [2, [29_265, 29_266]],
    [3, [19_510, 19_510, 19_511]],
    [4, [14_632, 14_632, 14_632, 14_635]],
    [6, [9755, 9755, 9755, 9755, 9755, 9756]],
  ])('in %s payments', (payments, amounts) => {
    const made = offer(LATE, payments);
    expect(made.payments.map(({ amount }) => amount.totalCents)).toEqual(amounts);
    expect(made.totalCents).toBe(58_531);
  });

  test('each payment’s parts follow the order of allocation', () => {
    const parts = offer(LATE, 2).payments.map(({ amount }) => amount);
    expect(parts).toEqual([
      {
        totalCents: 29_265,
        interestCents: 1041 + 3189,
        feesCents: 3000,
        vatCents: 187 + 1114,
        principalCents: 29_265 - 4230 - 3000 - 1301,
        moratoryCents: 0,
      },
      { totalCents: 29_266, interestCents: 0, feesCents: 0, vatCents: 0, principalCents: 29_266, moratoryCents: 0 },
    ]);
  });

  test('monthly from the first date, on its day of the month clamped to the end', () => {
    const dates = offer(LATE, 4, '2026-03-31').payments.map(({ dueDate }) => dueDate);
    expect(dates).toEqual(['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']);
  });
});

describe('the choices', () => {
  test('first payment: the next 15 days from tomorrow, without Sundays and holidays', () => {
    const dates = allowedDates(dayOn('2026-03-27'), STANDARD_PLAN_SETTINGS);
    expect(dates).toEqual([
      '2026-03-28',
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
      '2026-04-04',
      '2026-04-06',
      '2026-04-07',
      '2026-04-08',
      '2026-04-09',
      '2026-04-10',
      '2026-04-11',
    ]);
  });

  const dates = [date('2026-03-02')];
  const request = { numberOfPayments: 3, firstPaymentDate: date('2026-03-02'), paymentChannel: 'MANUAL' };
  const settings = { ...STANDARD_PLAN_SETTINGS, itemStep: 2 };

  test.each([
    [{}, STANDARD_PLAN_SETTINGS, []],
    [{ numberOfPayments: 1 }, STANDARD_PLAN_SETTINGS, ['numberOfPayments.out_of_range']],
    [{ numberOfPayments: 7 }, STANDARD_PLAN_SETTINGS, ['numberOfPayments.out_of_range']],
    [{ numberOfPayments: 2.5 }, STANDARD_PLAN_SETTINGS, ['numberOfPayments.out_of_range']],
    [{ numberOfPayments: 3 }, settings, ['numberOfPayments.step']],
    [{ firstPaymentDate: date('2026-03-01') }, STANDARD_PLAN_SETTINGS, ['firstPaymentDate.not_allowed']],
    [{ paymentChannel: 'PIGEON' }, STANDARD_PLAN_SETTINGS, ['paymentChannel.not_allowed']],
  ])('%o', (part, rules, refusals) => {
    const found = checkPlanRequest({ ...request, ...part }, cents(58_531), rules, dates);
    expect(found.map(({ field, code }) => `${field}.${code}`)).toEqual(refusals);
  });

  test('no payment is smaller than S/ 30,00', () => {
    const small = checkPlanRequest({ ...request, numberOfPayments: 3 }, cents(8999), STANDARD_PLAN_SETTINGS, dates);
    expect(small.map(({ code }) => code)).toEqual(['out_of_range']);
    expect(checkPlanRequest(request, cents(9000), STANDARD_PLAN_SETTINGS, dates)).toEqual([]);
  });
});

describe('who may', () => {
  const situation = { status: 'PAST_DUE', hardshipDeclared: false, brokenPlans: 0 } as const;

  test.each([
    ['who is late', LATE, {}, undefined],
    ['who is in default', LATE, { status: 'DEFAULTED' }, undefined],
    ['who is on a plan', LATE, { status: 'PAYMENT_PLAN' }, 'already-on-a-plan'],
    ['who pays as agreed', on(EX1, '2026-02-10'), { status: 'PERFORMING' }, 'loan-not-late'],
    ['who foresees trouble', on(EX1, '2026-02-10'), { status: 'PERFORMING', hardshipDeclared: true }, undefined],
    ['too soon', on(EX1, '2026-02-08'), { status: 'PERFORMING', hardshipDeclared: true }, 'loan-not-late'],
    ['with one broken plan', LATE, { brokenPlans: 1 }, undefined],
    ['with two', LATE, { brokenPlans: 2 }, 'too-many-broken-plans'],
    ['who owes less than two payments', owing(5999), {}, 'too-little-to-pay'],
    ['who owes two payments', owing(6000), {}, undefined],
  ] as const)('%s', (_, standing, part, reason) => {
    expect(planIneligibility(standing, { ...situation, ...part }, STANDARD_PLAN_SETTINGS)).toBe(reason);
  });
});

const plan = (payments = 2): LoanFact => ({
  kind: 'plan',
  id: 'plan-1',
  date: date('2026-02-24'),
  plan: offer(LATE, payments).terms,
});
const into = { kind: 'arrangement' } as const;

describe('the life of a plan (domain 2.13)', () => {
  const onPlan = having(EX1, plan());

  test('interest stops, and moratory is not asked for', { tags: 'promise-payment-plans' }, () => {
    const standing = on(onPlan, '2026-03-05');
    expect([statusOf(standing), payoffCents(standing)]).toEqual(['PAYMENT_PLAN', 58_531]);
  });

  test('all paid in time: completed, the moratory forgiven, nothing left', () => {
    const done = having(onPlan, paid('2026-03-02', 292.65, into), paid('2026-04-02', 292.66, into));
    const standing = on(done, '2026-04-02');
    expect(standing.plan).toMatchObject({ status: 'COMPLETED', endedOn: '2026-04-02' });
    expect([statusOf(standing), ...standing.groups.map(unpaidOfGroup)]).toEqual(['PAID', 0]);
    expect(standing.creditCents).toBe(0);
  });

  test('paid off early: completed too', () => {
    const standing = on(having(onPlan, paid('2026-03-10', 585.31, into)), '2026-03-10');
    expect([standing.plan?.status, standing.creditCents]).toEqual(['COMPLETED', 0]);
  });

  test.each([
    ['2026-03-02', 'ACTIVE'],
    ['2026-03-08', 'ACTIVE'],
    ['2026-03-09', 'AT_RISK'],
    ['2026-03-18', 'AT_RISK'],
    ['2026-03-19', 'BROKEN'],
  ])('nothing paid: on %s it is %s', (day, status) => {
    expect(on(onPlan, day).plan?.status).toBe(status);
  });

  test('paid while at risk, it goes on', () => {
    const standing = on(having(onPlan, paid('2026-03-18', 292.65, into)), '2026-03-25');
    expect(standing.plan?.status).toBe('ACTIVE');
  });

  test.each([
    [584.31, 'ACTIVE', 100],
    [584.3, 'BROKEN', 101 + 218],
  ])('paid but for small change (%s of 585,31), long after: %s', (soles, status, owedCents) => {
    const first = paid('2026-03-02', 292.65, into);
    const standing = on(having(onPlan, first, paid('2026-03-25', soles - 292.65, into)), '2026-04-25');
    expect(standing.plan?.status).toBe(status);
    expect(payoffCents(standing)).toBeGreaterThanOrEqual(owedCents);
    expect(payoffCents(standing)).toBeLessThan(owedCents + 20);
  });

  test('broken: late by the original due date, what was paid stays, moratory is back, interest from the break', {
    tags: 'promise-payment-plans',
  }, () => {
    const broken = having(onPlan, paid('2026-03-02', 100, into));
    const standing = on(broken, '2026-03-19');
    expect([standing.plan?.status, standing.plan?.endedOn]).toEqual(['BROKEN', '2026-03-19']);
    expect(statusOf(standing)).toBe('PAST_DUE');
    expect(payoffCents(standing)).toBe(58_531 + 218 - 10_000);
    expect(payoffCents(on(broken, '2026-03-20'))).toBeGreaterThan(58_749 - 10_000);
  });

  test('a payment in time that becomes known after the break was never late (P14)', () => {
    expect(on(onPlan, '2026-04-01').plan?.status).toBe('BROKEN');
    expect(on(having(onPlan, paid('2026-03-16', 292.65, into)), '2026-04-01').plan?.status).toBe('ACTIVE');
  });

  test('a payment of before the plan that becomes known during it counts as paid into it', () => {
    const standing = on(having(onPlan, paid('2026-02-20', 300)), '2026-03-25');
    expect(standing.plan?.status).toBe('ACTIVE');
    expect(payoffCents(standing)).toBeLessThan(58_531 - 30_000);
  });
});

test('of instalments: what ends the loan today, and interest stops for the ones to come', () => {
  const standing = on(EX2, '2026-03-01');
  const made = offer(standing, 6);
  expect(made.totalCents).toBe(payoffCents(standing) - made.waivedMoratoryCents);
  const fact: LoanFact = { kind: 'plan', id: 'plan-1', date: date('2026-03-01'), plan: made.terms };
  expect(payoffCents(on(having(EX2, fact), '2026-03-15'))).toBe(made.totalCents);
});

test('Σ payments = total, Σ parts = each payment, in any plan on any day (P25)', () =>
  forAll(
    500,
    [fc.constantFrom(EX1, EX2), fc.integer({ min: 32, max: 300 }), fc.integer({ min: 2, max: 6 })],
    (loan, day, n) => {
      const text = new Date(Date.UTC(2026, 0, 15 + day)).toISOString().slice(0, 10);
      const standing = standingOn(loan, dayOn(text));
      const { totalCents, payments } = offer(standing, n, text);
      expect(payments).toHaveLength(n);
      expect(sum(...payments.map(({ amount }) => amount.totalCents))).toBe(totalCents);
      for (const { amount } of payments) {
        const { principalCents, interestCents, feesCents, vatCents, moratoryCents } = amount;
        expect(sum(principalCents, interestCents, feesCents, vatCents, moratoryCents)).toBe(amount.totalCents);
      }
    },
  ));
