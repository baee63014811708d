import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accountBalances,
  accrualPostings,
  controlDifferences,
  eventPostings,
  principalInFlight,
  subledger,
  trialBalance,
} from '#loan/accounting.ts';
import { addDays } from '#loan/calendar.ts';
import { balancesAfter, isBalanced } from '#loan/ledger.ts';
import { withTopUp } from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { forAll } from '#tests/support/for-all.ts';
import {
  BANK_CALENDAR,
  date,
  dayOn,
  EX1,
  EX1_ON_ITS_WAY,
  EX2,
  having,
  on,
  paid,
  TOP_UP_IN_FLIGHT,
} from '#tests/support/loan/loans.ts';
import { VALUE_DATE } from '#tests/support/loan/products.ts';
import { Portfolio } from '#tests/support/loans/portfolio.ts';

describe('EX1 in the books (domain 2.23)', () => {
  test('after 30 days: interest 31,89, fees 30,00 and IGV 11,14 earned, and all of it owed', () => {
    expect(accountBalances(EX1, dayOn('2026-02-14'))).toMatchObject({
      'loan-principal': 50_000,
      'disbursement-clearing': -50_000,
      'interest-receivable': 3189,
      'interest-income': -3189,
      'fees-receivable': 3000,
      'fee-income': -3000,
      'igv-receivable': 1114,
      'igv-payable': -1114,
    });
  });

  test('the sum of 30 daily accruals is exact, to the céntimo (P19)', () => {
    const days = Array.from({ length: 30 }, (_, k) =>
      accrualPostings(EX1, addDays(VALUE_DATE, k), addDays(VALUE_DATE, k + 1), BANK_CALENDAR),
    );
    expect(balancesAfter({}, ...days)).toEqual({
      'interest-receivable': 3189,
      'interest-income': -3189,
      'fees-receivable': 2200,
      'fee-income': -2200,
      'igv-receivable': 970,
      'igv-payable': -970,
    });
    expect(trialBalance(...days)).toBe(0);
  });

  test('paid early: what has not been earned never was income', () => {
    const books = accountBalances(having(EX1, paid('2026-01-27', 534.59)), dayOn('2026-03-01'));
    expect([books['interest-income'], books['fee-income'], books['igv-payable']]).toEqual([-1252, -1680, -527]);
    expect([books['loan-principal'], books['interest-receivable'], books.bank]).toEqual([0, 0, 53_459]);
  });

  test('a discount on interest and fees is an expense, and its IGV a credit note', () => {
    const settled = having(EX1, paid('2026-02-14', 550, { kind: 'settlement', discountCents: cents(2303) }));
    const books = accountBalances(settled, dayOn('2026-02-14'));
    // 23,03 of the interest's 31,89 + 5,74, split as a payment would be.
    expect([books['waiver-expense'], books['igv-payable']]).toEqual([1952, -1114 + 351]);
    expect([books['interest-receivable'], books['igv-receivable'], books['loan-principal']]).toEqual([0, 0, 0]);
    expect(Object.values(books).reduce((all, amount) => all + amount, 0)).toBe(0);
  });

  test('advanced money makes the receivable a liability, not income', () => {
    const advanced = having(EX1, paid('2026-01-16', 30, { kind: 'ordinary', mode: 'ADVANCE' }));
    const books = accountBalances(advanced, dayOn('2026-01-16'));
    expect([books['interest-income'], books['interest-receivable']]).toEqual([-103, 103 - 2543]);
  });
});

test('a top-up or a loan on its way is principal in flight', () => {
  expect(accountBalances(EX1_ON_ITS_WAY, dayOn(VALUE_DATE))).toEqual({
    'loan-principal': 50_000,
    'disbursement-clearing': -50_000,
  });
  const topUp = withTopUp(EX1, TOP_UP_IN_FLIGHT).loan;
  expect([EX1_ON_ITS_WAY, topUp, EX1].map(principalInFlight)).toEqual([50_000, 20_000, 0]);
});

test('the control accounts are compared with the loans, each on its own', () => {
  const day = date('2026-02-10');
  const loans = [EX1, EX2];
  const books = loans.map((loan) => accountBalances(loan, dayOn(day)));
  const all = balancesAfter(
    {},
    ...books.map((one) => Object.entries(one).map(([account, amountCents]) => ({ account, amountCents }) as never)),
  );
  const standings = loans.map((loan) => on(loan, day));
  expect(controlDifferences(all, standings, cents(0))).toEqual({});
  const wrong = { ...all, 'fees-receivable': cents((all['fees-receivable'] ?? 0) + 1) };
  expect(controlDifferences(wrong, standings, cents(0))).toEqual({ 'fees-receivable': 1 });
  expect(subledger(standings[0] as never)['interest-receivable']).toBe(2752);
});

test('an event posts what it changes and nothing else', () =>
  forAll(
    2000,
    [fc.constantFrom(EX1, EX2), fc.nat(250), fc.nat(250), fc.integer({ min: 1, max: 500_000 })],
    (loan, day, ago, amount) => {
      const today = addDays(VALUE_DATE, day);
      const payment = { ...paid(addDays(VALUE_DATE, Math.max(0, day - ago)), 1), amountCents: cents(amount) };
      const after = having(loan, payment);
      const postings = eventPostings(loan, after, dayOn(today));
      expect(isBalanced(postings)).toBe(true);
      expect(postings.find(({ account }) => account === 'bank')?.amountCents).toBe(amount);
      expect(balancesAfter(accountBalances(loan, dayOn(today)), postings)).toMatchObject(
        accountBalances(after, dayOn(today)),
      );
    },
  ));

describe('a portfolio', () => {
  test.runIf(IS_FULL_RUN)('of ten thousand loans over three years keeps its books every quarter (P15–P20)', () => {
    const [loans, days, lendingDays] = [10_000, 3 * 365, 2 * 365];
    const portfolio = new Portfolio(20_260_101, date('2026-01-01'), BANK_CALENDAR);
    for (let day = 1; day <= days; day++) {
      const begun = Math.min(loans, Math.round((loans * day) / lendingDays));
      portfolio.day(begun - portfolio.accounts.length);
      if (day % 91 === 0) expect([portfolio.today, portfolio.faults()]).toEqual([portfolio.today, []]);
    }
    expect(portfolio.faults()).toEqual([]);
    expect(portfolio.accounts).toHaveLength(loans);
  });

  test('of 120 loans over fifteen months keeps its books every week: late money, chargebacks, plans, write-offs (P15–P20)', () => {
    const portfolio = new Portfolio(20_260_115, VALUE_DATE, BANK_CALENDAR);
    for (let day = 1; day <= 450; day++) {
      portfolio.day(day <= 240 && day % 2 === 0 ? 1 : 0);
      if (day % 7 === 0) expect([portfolio.today, portfolio.faults()]).toEqual([portfolio.today, []]);
    }
    expect(portfolio.faults()).toEqual([]);
    expect(portfolio.accounts).toHaveLength(120);
    const happened = [
      'settled',
      'back-dated payments',
      'chargebacks',
      'extensions',
      'plan-confirmed',
      'flex-activated',
      'refunds',
      'written-off',
      'fell-into-default',
    ];
    expect(happened.filter((what) => !portfolio.counts[what])).toEqual([]);
  });
});
