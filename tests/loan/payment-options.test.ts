import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#loan/calendar.ts';
import { totalOfTerms } from '#loan/explanation.ts';
import type { Loan } from '#loan/loan.ts';
import { originate, withTopUp } from '#loan/loan-life.ts';
import { cents, toSoles } from '#loan/money.ts';
import { optionsBeside, type PaymentOption, paymentOptions, paymentUse } from '#loan/payment-options.ts';
import { payoffCents } from '#loan/payoff.ts';
import { decideRepayment } from '#loan/repayment.ts';
import { standingOn } from '#loan/standing.ts';
import { flex, plan } from '#tests/support/arrangements/arrangements.ts';
import { forAll } from '#tests/support/for-all.ts';
import { date, dayOn, EX1, EX1_TERMS, EX2, having, paid, TOP_UP_IN_FLIGHT } from '#tests/support/loan/loans.ts';
import { EXTENSION_FEES } from '#tests/support/loan/products.ts';

const SETTINGS = {
  minCents: cents(100),
  capPercent: 113.16,
  extensionFees: EXTENSION_FEES,
};

const optionsOn = (loan: Loan, day: string): readonly PaymentOption[] => paymentOptions(loan, dayOn(day), SETTINGS);

/** `PAYOFF 534.59` or `PARTIAL 1–534.58`. */
const shown = ({ purpose, amountCents, minCents, maxCents }: PaymentOption): string => {
  const amount = amountCents === undefined ? [] : [String(toSoles(amountCents))];
  const bounds = minCents === undefined || maxCents === undefined ? [] : [`${toSoles(minCents)}–${toSoles(maxCents)}`];
  return [purpose, ...amount, ...bounds].join(' ');
};
const shownOn = (loan: Loan, day: string): string[] => optionsOn(loan, day).map(shown);

describe('what can be paid (domain 2.11.3)', () => {
  test.each<[string, Loan, string, string[]]>([
    ['a loan that has not reached its client', originate('P-2026-0000001', EX1_TERMS), '2026-01-15', []],
    [
      'a single payment on its twelfth day',
      EX1,
      '2026-01-27',
      ['PAYOFF 534.59', 'PARTIAL 1–534.58', 'EXTENSION 14.04–48.25'],
    ],
    [
      'a single payment on its due date, at the prices of domain 3.7',
      EX1,
      '2026-02-14',
      ['PAYOFF 573.03', 'PARTIAL 1–573.02', 'EXTENSION 14.35–49.54'],
    ],
    ['a single payment too late to be extended', EX1, '2026-03-20', ['PAYOFF 623.3', 'PARTIAL 1–623.29']],
    ['a paid loan', having(EX1, paid('2026-01-27', 534.59)), '2026-01-28', []],
    [
      'an instalment loan before an instalment',
      EX2,
      '2026-02-01',
      ['INSTALLMENT 635.63', 'PAYOFF 3151.4', 'PREPAY 1–3151.39'],
    ],
    ['an instalment loan on its due date', EX2, '2026-02-15', ['DUE 635.63', 'PAYOFF 3249.66', 'PARTIAL 1–3249.65']],
    ['a loan on a plan', having(EX1, plan), '2026-02-25', ['PLAN_PAYMENT 292.65 1–585.31', 'PAYOFF 585.31']],
    [
      'a plan with its first payment made in part',
      having(EX1, plan, paid('2026-02-26', 100, { kind: 'arrangement' })),
      '2026-02-27',
      ['PLAN_PAYMENT 192.65 1–485.31', 'PAYOFF 485.31'],
    ],
    [
      'a plan of which two céntimos of a payment are left: they are paid with the next',
      having(EX1, plan, paid('2026-02-26', 292.63, { kind: 'arrangement' })),
      '2026-02-27',
      ['PLAN_PAYMENT 292.68 1–292.68', 'PAYOFF 292.68'],
    ],
    [
      'a plan of which two céntimos are left: nothing, because they are waived after its last date',
      having(EX1, plan, paid('2026-02-26', 585.29, { kind: 'arrangement' })),
      '2026-02-27',
      [],
    ],
    ['99 céntimos of a single payment: nothing either', having(EX1, paid('2026-02-14', 572.04)), '2026-02-14', []],
    [
      'S/ 1,00 of a single payment, which every method takes',
      having(EX1, paid('2026-02-14', 572.03)),
      '2026-02-14',
      ['PAYOFF 1', 'EXTENSION 5.91–14.23'],
    ],
    [
      'an instalment of which five céntimos are left on its due date',
      having(EX2, paid('2026-02-15', 635.58)),
      '2026-02-15',
      ['DUE 1', 'PAYOFF 2614.08', 'PARTIAL 1–2614.07'],
    ],
    ['a loan on flex pay', having(EX1, flex), '2026-03-03', ['FLEX 99.39 20–596.3', 'PAYOFF 596.3']],
    [
      'a flex pay whose month wants less than the smallest payment',
      having(EX1, flex, paid('2026-03-04', 95, { kind: 'arrangement' })),
      '2026-03-05',
      ['FLEX 20 20–501.3', 'PAYOFF 501.3'],
    ],
    [
      'a loan that was written off',
      having(EX1, { kind: 'write-off', id: 'off-1', date: date('2026-09-01') }),
      '2026-09-02',
      ['PAYOFF 917.42', 'PARTIAL 1–917.41'],
    ],
  ])('%s', (_, loan, day, expected) => {
    expect(shownOn(loan, day)).toEqual(expected);
  });

  test('a rest below the smallest payment is still offered when it is more than small change, or a top-up will be owed with it', () => {
    const rest = having(EX1, paid('2026-02-14', 572.04));
    const dearer = { ...SETTINGS, minCents: cents(500) };
    const more = having(EX1, paid('2026-02-14', 570));
    expect(paymentOptions(more, dayOn('2026-02-14'), dearer).map(shown)).toContain('PAYOFF 3.03');
    const coming = withTopUp(rest, TOP_UP_IN_FLIGHT);
    expect(optionsOn(coming.loan, '2026-02-14').map(shown)).toContain('PAYOFF 0.99');
  });

  test('the last instalment paid early is a payoff, which costs less', () => {
    let loan = EX2;
    for (const day of ['2026-02-15', '2026-03-15', '2026-04-15', '2026-05-15', '2026-06-15']) {
      const due = optionsOn(loan, day).find(({ purpose }) => purpose === 'DUE');
      loan = having(loan, paid(day, toSoles(due?.amountCents ?? cents(0)), { kind: 'ordinary' }));
    }
    expect(optionsOn(loan, '2026-06-20').map(({ purpose }) => purpose)).toEqual(['PAYOFF', 'PREPAY']);
  });

  test('a refund of money that was taken back later is asked for with what is due', () => {
    const owing = having(EX2, { kind: 'refund', id: 'refund-1', date: date('2026-01-20'), amountCents: cents(1000) });
    expect(optionsOn(owing, '2026-02-15')[0]).toMatchObject({ purpose: 'DUE', amountCents: 63_563 + 1000 });
  });
});

describe('beside a payment whose outcome is not known (decision 0108)', () => {
  const beside = (loan: Loan, day: string, inFlight: number): string[] =>
    optionsBeside(optionsOn(loan, day), cents(inFlight), SETTINGS).map(shown);

  test.each<[string, Loan, string, number, string[]]>([
    ['of a part, another part up to the rest, and no extension', EX1, '2026-01-15', 5_000, ['PARTIAL 1–459.44']],
    ['of the whole, nothing', EX1, '2026-01-15', 50_944, []],
    ['of all but less than the smallest payment, nothing', EX1, '2026-01-15', 50_845, []],
    ['of more than is owed, nothing', EX1, '2026-01-15', 60_000, []],
    [
      'of a part of several instalments, what stays below the rest',
      EX2,
      '2026-01-20',
      5_000,
      ['INSTALLMENT 635.63', 'PREPAY 1–3019.16'],
    ],
  ])('%s', (_, loan, day, inFlight, expected) => {
    expect(beside(loan, day, inFlight)).toEqual(expected);
  });

  test('whatever is offered leaves no credit, whichever of both succeed', () =>
    forAll(
      2000,
      [fc.constantFrom(EX1, EX2), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 60_000 })],
      (loan, after, inFlight) => {
        const day = addDays(date('2026-01-15'), after);
        const payoff = payoffCents(standingOn(loan, dayOn(day)));
        for (const option of optionsBeside(optionsOn(loan, day), cents(inFlight), SETTINGS)) {
          const most = Math.max(option.amountCents ?? 0, option.maxCents ?? 0);
          expect(most + inFlight).toBeLessThanOrEqual(payoff);
          if (option.minCents !== undefined) expect(option.minCents).toBeLessThanOrEqual(option.maxCents ?? 0);
        }
      },
    ));
});

test('whatever is offered is taken, ends the loan when it says so, and never leaves credit', () => {
  const loans = fc.constantFrom(EX1, EX2, having(EX1, plan), having(EX1, flex));
  forAll(2000, [loans, fc.integer({ min: 0, max: 220 }), fc.nat(), fc.nat()], (loan, days, which, share) => {
    const today = addDays(loan.valueDate, days);
    const options = paymentOptions(loan, dayOn(today), SETTINGS);
    const option = options[which % Math.max(1, options.length)];
    if (!option || option.purpose === 'EXTENSION' || daysBetween(loan.valueDate, today) < 0) return;
    const { minCents, maxCents, amountCents, purpose } = option;
    const span = minCents === undefined || maxCents === undefined ? 0 : maxCents - minCents;
    const amount = span === 0 && amountCents ? amountCents : cents((minCents ?? 0) + (share % (span + 1)));
    const use = paymentUse(purpose, option.modes?.[share % 3]);
    const payment = { ...paid(today, 1, use), amountCents: amount };
    const decision = decideRepayment(loan, payment, dayOn(today));
    if (decision.kind === 'refused') throw new Error(decision.reason);
    const after = standingOn(decision.loan, dayOn(today));
    expect(after.creditCents).toBeLessThanOrEqual(0);
    expect(after.paidOn !== undefined).toBe(amount === payoffCents(standingOn(loan, dayOn(today))));
  });
});

describe('an amount that is given says how it is worked out', () => {
  test.each<[string, Loan, string, string[]]>([
    ['a single payment', EX1, '2026-01-27', ['PAYOFF']],
    ['an instalment before its date', EX2, '2026-02-01', ['INSTALLMENT', 'PAYOFF']],
    ['what is due of instalments', EX2, '2026-03-20', ['DUE', 'PAYOFF']],
    ['a payment of a plan', having(EX1, plan), '2026-02-25', ['PLAN_PAYMENT', 'PAYOFF']],
    [
      'the rest of a payment of a plan',
      having(EX1, plan, paid('2026-02-26', 100, { kind: 'arrangement' })),
      '2026-02-27',
      ['PLAN_PAYMENT', 'PAYOFF'],
    ],
    ['a minimum of flex pay', having(EX1, flex), '2026-03-03', ['FLEX', 'PAYOFF']],
    [
      'but not the smallest payment, which is more than the minimum',
      having(EX1, flex, paid('2026-03-04', 95, { kind: 'arrangement' })),
      '2026-03-05',
      ['PAYOFF'],
    ],
  ])('%s', (_, loan, day, expected) => {
    const found = optionsOn(loan, day).filter(({ terms }) => terms);
    expect(found.map(({ purpose }) => purpose)).toEqual(expected);
    for (const { terms = [], amountCents } of found) expect(totalOfTerms(terms)).toBe(amountCents);
  });

  test('the next instalment by its parts, interest at the rate of the contract', () => {
    const [next] = optionsOn(EX2, '2026-02-01');
    expect(next?.terms?.find(({ name }) => name === 'interest')?.basis).toMatchObject({
      kind: 'rate',
      ofCents: 300_000,
      days: 31,
    });
  });
});

test('money is used for what it was asked for', () => {
  expect(paymentUse('INSTALLMENT', undefined)).toEqual({ kind: 'ordinary', mode: 'ADVANCE' });
  expect(paymentUse('PREPAY', 'REDUCE_TERM')).toEqual({ kind: 'ordinary', mode: 'REDUCE_TERM' });
  expect(paymentUse('PREPAY', undefined)).toEqual({ kind: 'ordinary' });
  expect(paymentUse('PLAN_PAYMENT', undefined)).toEqual({ kind: 'arrangement' });
  expect(paymentUse('PAYOFF', undefined)).toEqual({ kind: 'ordinary' });
});
