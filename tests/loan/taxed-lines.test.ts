import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Loan } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';
import {
  type DocumentedLine,
  lastMonthEnd,
  nextTaxDay,
  STANDARD_TAX_RULES,
  type TaxRules,
  taxChange,
  taxedLinesOwed,
  taxGap,
} from '#loan/taxed-lines.ts';
import { runs } from '#tests/scope.ts';
import { forAll } from '#tests/support/for-all.ts';
import { DocumentedLoan, daysAfter } from '#tests/support/loan/documented-loan.ts';
import { anyCommands, anyRules, anyTerms, live } from '#tests/support/loan/generated-lives.ts';
import { executed } from '#tests/support/loan/loan-commands.ts';
import { BANK_CALENDAR, date, dayOn, disbursed, EX1, EX2, having, paid, termsOf } from '#tests/support/loan/loans.ts';
import { SINGLE_PAY, VALUE_DATE } from '#tests/support/loan/products.ts';

function owed(loan: Loan, on: string, rules: Partial<TaxRules> = {}): Record<string, readonly [number, number]> {
  const lines = taxedLinesOwed(loan, dayOn(on), { ...STANDARD_TAX_RULES, ...rules });
  return Object.fromEntries(lines.map(({ key, netCents, vatCents }) => [key, [netCents, vatCents]]));
}

const ALL_OF_EX1 = {
  '1.1.interest': [3189, 574],
  '1.1.techFee': [1200, 216],
  '1.1.adminFee': [1000, 180],
  '1.1.acceleratedAcceptanceFee': [800, 144],
};

describe('what a document is owed for', () => {
  test('nothing before the due date without a payment, everything with IGV on it, never principal', () => {
    expect(owed(EX1, '2026-02-13')).toEqual({});
    expect(owed(EX1, '2026-02-14')).toEqual(ALL_OF_EX1);
    expect(owed(EX1, '2026-02-15')).toEqual(ALL_OF_EX1);
  });

  test('before the due date as much as was paid: 50,00 on day 10 paid what interest had accrued', () => {
    const early = having(EX1, paid('2026-01-25', 50));
    const lines = owed(early, '2026-01-25');
    expect(Object.keys(lines)).toEqual(['1.1.interest']);
    expect(lines).toEqual(owed(early, '2026-02-13'));
  });

  test('paid off early: only what was charged, and nothing more on the due date', () => {
    const early = having(EX1, paid('2026-01-27', 534.59));
    const vat = Object.values(owed(early, '2026-01-27')).map(([, of]) => of);
    expect(vat.reduce((all, of) => all + of, 0)).toBe(527);
    expect(owed(early, '2026-02-14')).toEqual(owed(early, '2026-01-27'));
  });

  test('each instalment on its own due date', () => {
    expect(Object.keys(owed(EX2, '2026-02-15')).every((key) => key.startsWith('1.1.'))).toBe(true);
    expect(Object.keys(owed(EX2, '2026-03-15')).some((key) => key.startsWith('1.2.'))).toBe(true);
  });

  test('interest of late days: at its payment, the rest on the last day of the month; none on moratory interest', () => {
    expect(owed(EX1, '2026-02-27')['1.1.lateInterest']).toBeUndefined();
    const [net, vat] = owed(EX1, '2026-02-28')['1.1.lateInterest'] as [number, number];
    expect(vat).toBe(Math.round(net * 0.18));
    expect(owed(EX1, '2026-03-30')['1.1.lateInterest']).toEqual([net, vat]);
    expect(owed(EX1, '2026-03-31')['1.1.lateInterest']?.[0]).toBeGreaterThan(net);
    expect(owed(EX1, '2026-03-31', { lateInterest: 'PAYMENT' })['1.1.lateInterest']).toBeUndefined();
    const settled = having(EX1, paid('2026-02-20', 700));
    expect(owed(settled, '2026-02-20', { lateInterest: 'PAYMENT' })['1.1.lateInterest']?.[0]).toBeGreaterThan(0);
    expect(Object.keys(owed(EX1, '2026-03-31')).some((key) => key.includes('moratory'))).toBe(false);
  });

  test('what was waived of late interest is owed no document on the last day of the month, nor on the day after', () => {
    // Paid but for 85 céntimos, which were waived; then the payment was taken back.
    const back = { ...paid('2026-02-14', 572.18), reversedOn: date('2026-02-26') };
    const waiver = { kind: 'waiver', id: 'waiver-1', date: date('2026-02-17'), amountCents: cents(85) } as const;
    const loan = having(EX1, back, waiver);
    const [net, vat] = owed(loan, '2026-02-28')['1.1.lateInterest'] as [number, number];
    expect([net, vat]).toEqual([1464 - 17, 264 - 3]);
    expect(owed(loan, '2026-03-01')['1.1.lateInterest']).toEqual([net, vat]);
    expect(owed(loan, '2026-03-30')['1.1.lateInterest']).toEqual([net, vat]);
  });

  test('what is waived of it in the next month lowers what was owed on the last day of the one before, once', () => {
    // So little principal that late interest takes days to grow by what was waived.
    const back = { ...paid('2026-03-01', 52), reversedOn: date('2026-03-02') };
    const waiver = { kind: 'waiver', id: 'waiver-1', date: date('2026-03-01'), amountCents: cents(85) } as const;
    const loan = having(disbursed(termsOf(SINGLE_PAY, 40, 30)), back, waiver);
    const [net, vat] = owed(loan, '2026-02-28')['1.1.lateInterest'] as [number, number];
    expect([net, vat]).toEqual([117, 21]);
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-30']) {
      expect([day, owed(loan, day)['1.1.lateInterest']]).toEqual([day, [net - 50, vat - 9]]);
    }
  });

  test('the acceptance fee on the first day, when the accountant says so', () => {
    expect(owed(EX1, '2026-01-15', { dayZeroFees: 'DISBURSEMENT' })).toEqual({
      '1.1.acceleratedAcceptanceFee': [800, 144],
    });
  });

  test('a discount lowers it, a chargeback after the due date does not', () => {
    const discounted = having(EX1, paid('2026-02-14', 550, { kind: 'settlement', discountCents: cents(2303) }));
    expect(owed(discounted, '2026-02-14')['1.1.interest']).toEqual([3189 - 1952, 574 - 351]);
    const payment = paid('2026-02-14', 573.03);
    expect(owed(having(EX1, { ...payment, reversedOn: date('2026-02-20') }), '2026-02-20')).toEqual(ALL_OF_EX1);
    const early = paid('2026-01-25', 50);
    expect(owed(having(EX1, { ...early, reversedOn: date('2026-01-30') }), '2026-01-30')).toEqual({});
  });

  test('a write-off lowers nothing, unless the accountant says that it does', () => {
    const off = having(EX1, { kind: 'write-off', id: 'w', date: date('2026-10-01') });
    expect(owed(off, '2026-10-01')).toEqual(owed(EX1, '2026-09-30'));
    expect(owed(off, '2026-10-01', { writeOff: 'TAKES_BACK' })).toEqual({});
    expect(taxGap(off, dayOn('2026-10-01'), STANDARD_TAX_RULES).writtenOff).toBeGreaterThan(0);
  });

  test('the last month that is over', () => {
    expect(lastMonthEnd(date('2026-01-30'))).toBe('2025-12-31');
    expect(lastMonthEnd(date('2026-01-31'))).toBe('2026-01-31');
    expect(lastMonthEnd(date('2028-03-01'))).toBe('2028-02-29');
  });
});

describe('the change that documents must say', () => {
  const line = (netCents: number, vatCents: number, key = '1.1.interest') => ({
    key,
    component: 'interest' as const,
    dueDate: date('2026-02-14'),
    netCents: cents(netCents),
    vatCents: cents(vatCents),
  });
  const of = (documentId: string, netCents: number, vatCents: number): DocumentedLine => ({
    documentId,
    key: '1.1.interest',
    netCents: cents(netCents),
    vatCents: cents(vatCents),
  });

  test('more goes into a receipt, the same is nothing', () => {
    expect(taxChange([line(1000, 180)], [of('a', 400, 72)])).toEqual({
      receipt: [{ key: '1.1.interest', netCents: 600, vatCents: 108 }],
      takenBack: [],
    });
    expect(taxChange([line(1000, 180)], [of('a', 1000, 180)])).toEqual({ receipt: [], takenBack: [] });
  });

  test('less is taken from the newest document first, each down to zero', () => {
    expect(taxChange([line(300, 54)], [of('a', 400, 72), of('b', 600, 108)]).takenBack).toEqual([
      of('b', 600, 108),
      of('a', 100, 18),
    ]);
    expect(taxChange([], [of('a', 400, 72)])).toEqual({ receipt: [], takenBack: [of('a', 400, 72)] });
  });

  test('IGV without a base is said by stating the newest document’s line anew', () => {
    expect(taxChange([line(1000, 181)], [of('a', 400, 72), of('b', 600, 108)])).toEqual({
      receipt: [{ key: '1.1.interest', netCents: 600, vatCents: 109 }],
      takenBack: [of('b', 600, 108)],
    });
  });

  test('a céntimo of another split is, too', () => {
    expect(taxChange([line(1001, 179)], [of('a', 1000, 180)])).toEqual({
      receipt: [{ key: '1.1.interest', netCents: 1001, vatCents: 179 }],
      takenBack: [of('a', 1000, 180)],
    });
  });
});

test('late interest of the days before a write-off is owed at the end of its month, and nothing grows after that', () => {
  const off = having(EX1, { kind: 'write-off', id: 'off-1', date: date('2026-09-10') });
  const [before, end] = [owed(off, '2026-09-10'), owed(off, '2026-09-30')].map((lines) => lines['1.1.lateInterest']);
  expect(end?.[0]).toBeGreaterThan(before?.[0] ?? Infinity);
  expect(nextTaxDay(off, dayOn('2026-09-10'))).toBe('2026-09-30');
  expect(nextTaxDay(off, dayOn('2026-09-30'))).toBeUndefined();
  expect(owed(off, '2026-12-31')).toEqual(owed(off, '2026-09-30'));
});

describe('generated lives', () => {
  test('every evening what is documented is what is owed, and IGV payable is the sum of its parts (P38, P39)', () => {
    executed.commands = 0;
    let documents = 0;
    let notes = 0;
    fc.assert(
      fc.property(anyTerms, anyRules, anyCommands, (terms, rules, commands) => {
        const { issued } = live(terms, rules, commands);
        documents += issued.filter(({ kind }) => kind === 'receipt').length;
        notes += issued.filter(({ kind }) => kind === 'credit-note').length;
      }),
      { seed: 20_260_115, numRuns: runs(160) },
    );
    expect(documents).toBeGreaterThan(50);
    expect(notes).toBeGreaterThan(5);
  });

  test('nothing becomes owed between a day and the next that is to be looked at', () =>
    forAll(
      40,
      [
        anyTerms,
        anyRules,
        fc.array(fc.tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 0, max: 500 })), { maxLength: 5 }),
      ],
      (terms, rules, steps) => {
        const life = new DocumentedLoan(terms, VALUE_DATE, BANK_CALENDAR, rules);
        life.order();
        life.confirm();
        for (const [days, permille] of steps) {
          life.advance(days, true);
          const amountCents = cents(Math.floor((life.payoff() * permille) / 1000));
          if (amountCents > 0) life.pay({ date: life.today, amountCents, use: { kind: 'ordinary' } });
          expectNothingUntilItsNextDay(life, rules);
        }
      },
    ));

  test('nor after a life of every kind of act: of the month of a write-off late interest is owed at its end', () => {
    fc.assert(
      fc.property(anyTerms, anyRules, anyCommands, (terms, rules, commands) => {
        expectNothingUntilItsNextDay(live(terms, rules, commands), rules);
      }),
      { seed: 1, numRuns: runs(400) },
    );
  });
});

function expectNothingUntilItsNextDay({ loan, today }: DocumentedLoan, rules: TaxRules): void {
  const next = nextTaxDay(loan, { date: today, calendar: BANK_CALENDAR });
  const now = owed(loan, today, rules);
  for (const day of daysAfter(today, 100).filter((each) => next === undefined || each < next)) {
    expect(owed(loan, day, rules)).toEqual(now);
  }
}
