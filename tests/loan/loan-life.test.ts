import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOAN_EVENTS, type LoanTerms } from '#loan/loan.ts';
import {
  closeOfBusiness,
  confirmDisbursement,
  confirmTopUp,
  orderDisbursement,
  originate,
  recordFact,
  rejectDisbursement,
  voidLoan,
  withTopUp,
} from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import { forAll } from '#tests/support/for-all.ts';
import { BookedLoan } from '#tests/support/loan/booked-loan.ts';
import { type Expected, executed, loanCommands } from '#tests/support/loan/loan-commands.ts';
import {
  ADMIN_FEE,
  accepted,
  BANK_CALENDAR,
  date,
  dayOn,
  EX1,
  EX1_TERMS,
  EX2_TERMS,
  everyDay,
  having,
  paid,
  termsOf,
} from '#tests/support/loan/loans.ts';
import { LONG, percent, principal, VALUE_DATE } from '#tests/support/loan/products.ts';

const RUNS = { seed: 20_260_115, numRuns: 340 } as const;

describe('disbursement', () => {
  const signed = originate('P-2026-0000001', EX1_TERMS);
  const ordered = accepted(orderDisbursement(signed));

  test('the order moves the principal to clearing, the bank’s confirmation starts the loan', () => {
    expect(ordered.postings).toEqual([
      { account: 'loan-principal', amountCents: 50_000 },
      { account: 'disbursement-clearing', amountCents: -50_000 },
    ]);
    const confirmed = accepted(confirmDisbursement(ordered.loan, VALUE_DATE, BANK_CALENDAR));
    expect([confirmed.loan.status, confirmed.loan.valueDate]).toEqual(['PERFORMING', '2026-01-15']);
    // The accelerated acceptance is earned on the first day.
    expect(confirmed.postings).toEqual([
      { account: 'fees-receivable', amountCents: 800 },
      { account: 'igv-receivable', amountCents: 144 },
      { account: 'igv-payable', amountCents: -144 },
      { account: 'fee-income', amountCents: -800 },
    ]);
  });

  test('a refusal takes it back; a new account sends it again; nobody named one: void', () => {
    const rejected = accepted(rejectDisbursement(ordered.loan));
    expect(rejected.loan.status).toBe('DISBURSMENT_FAILED');
    expect(rejected.postings).toEqual([
      { account: 'loan-principal', amountCents: -50_000 },
      { account: 'disbursement-clearing', amountCents: 50_000 },
    ]);
    expect(accepted(orderDisbursement(rejected.loan)).loan.status).toBe('DISBURSING');
    expect(accepted(voidLoan(rejected.loan, 'disbursement-abandoned')).loan.status).toBe('VOIDED');
  });

  test('the client may withdraw until the money has been sent', () => {
    expect(accepted(voidLoan(signed, 'withdrawn')).postings).toEqual([]);
    const withdrawn = accepted(voidLoan(ordered.loan, 'withdrawn'));
    expect([withdrawn.loan.status, withdrawn.postings.length]).toEqual(['VOIDED', 2]);
    expect(voidLoan(EX1, 'withdrawn')).toEqual({ kind: 'refused', reason: 'not-in-the-table' });
  });

  test('the bank cannot confirm what was not ordered, nor twice', () => {
    expect(confirmDisbursement(signed, VALUE_DATE, BANK_CALENDAR).kind).toBe('refused');
    expect(confirmDisbursement(EX1, VALUE_DATE, BANK_CALENDAR).kind).toBe('refused');
  });
});

describe('close of business', () => {
  test('posts what one day has earned', () => {
    const { postings, events } = closeOfBusiness(EX1, VALUE_DATE, dayOn('2026-01-16'));
    expect(events).toEqual([]);
    expect(Object.fromEntries(postings.map(({ account, amountCents }) => [account, amountCents]))).toEqual({
      'interest-receivable': 103,
      'fees-receivable': 73,
      'igv-receivable': 32,
      'igv-payable': -32,
      'interest-income': -103,
      'fee-income': -73,
    });
  });

  test('twice is once, and a skipped week is the week (P20)', () => {
    const again = closeOfBusiness(EX1, date('2026-01-22'), dayOn('2026-01-22'));
    expect(again.postings).toEqual([]);
    expect(again.loan).toEqual(EX1);
  });

  test.each([
    ['2026-02-16', [], 'PERFORMING'],
    ['2026-02-17', ['fell-past-due'], 'PAST_DUE'],
    ['2026-04-15', ['fell-past-due'], 'PAST_DUE'],
    ['2026-04-16', ['fell-past-due', 'fell-into-default'], 'DEFAULTED'],
  ])('the unpaid EX1 on %s: %j, %s', { tags: 'promise-being-late' }, (day, events, status) => {
    const change = closeOfBusiness(EX1, VALUE_DATE, dayOn(day));
    expect([change.events, change.loan.status]).toEqual([events, status]);
  });

  test('of a loan that is not disbursed posts nothing', () => {
    const signed = originate('P-2026-0000001', EX1_TERMS);
    expect(closeOfBusiness(signed, VALUE_DATE, dayOn('2026-03-01'))).toMatchObject({
      events: [],
      postings: [],
    });
  });
});

test('news that the loan was paid in time undoes what delay has cost', () => {
  const late = accepted(closeOfBusiness(EX1, VALUE_DATE, dayOn('2026-02-24')));
  const change = recordFact(late.loan, paid('2026-02-14', 573.03), dayOn('2026-02-24'));
  expect([change.loan.status, change.events]).toEqual(['PAID', ['settled']]);
  expect(change.postings).toContainEqual({ account: 'interest-income', amountCents: 1041 });
  expect(change.postings).toContainEqual({ account: 'moratory-income', amountCents: 218 });
});

test('a top-up is in flight until the bank confirms it, and then a tranche', () => {
  const topUp = { status: 'ORIGINATED', principalCents: cents(20_000), fees: [ADMIN_FEE] } as const;
  const asked = withTopUp(EX1, topUp);
  expect(asked.postings).toEqual([]);
  const sent = withTopUp(asked.loan, { ...topUp, status: 'DISBURSING' });
  expect(sent.postings).toContainEqual({ account: 'loan-principal', amountCents: 20_000 });
  expect(withTopUp(sent.loan, undefined).postings).toContainEqual({ account: 'loan-principal', amountCents: -20_000 });
  const done = confirmTopUp(sent.loan, { id: 'top-up-1', valueDate: date('2026-01-25') }, dayOn('2026-01-25'));
  expect([done.loan.topUp, done.loan.facts.length, done.postings]).toEqual([undefined, 1, []]);
  const tranche = { id: 'top-up-1', valueDate: date('2026-01-25') };
  expect(() => confirmTopUp(EX1, tranche, dayOn('2026-01-25'))).toThrow('no top-up in flight');
});

test('a decision that the status forbids is a bug, not a silent change', () => {
  const write = { kind: 'write-off', id: 'w', date: date('2026-01-20') } as const;
  expect(() => recordFact(having(EX1), write, dayOn('2026-01-20'), 'written-off')).toThrow('knows no written-off');
});

describe('the whole life, by chance', () => {
  const anyTerms: fc.Arbitrary<LoanTerms> = fc.oneof(
    fc.constantFrom(EX1_TERMS, EX2_TERMS),
    fc
      .tuple(principal, percent(1, 113.16), fc.integer({ min: 2, max: 8 }))
      .map(([principalCents, teaPercent, term]) => ({
        ...termsOf(LONG, 2000, term),
        principalCents,
        pricing: { ...LONG.pricing, teaPercent },
      })),
  );

  test('at least 10.000 commands: every move is in the table, every journal balances, no céntimo is lost (P14–P20, P23, P29)', () => {
    executed.commands = 0;
    fc.assert(
      fc.property(
        anyTerms,
        fc.boolean(),
        fc.commands(loanCommands, { maxCommands: 80, size: '+1' }),
        (terms, sent, steps) => {
          fc.modelRun(() => {
            const real = new BookedLoan(terms, VALUE_DATE, BANK_CALENDAR);
            const model: Expected = { status: 'ORIGINATED' };
            // Most lives start with the money; the others have it to come.
            if (sent) {
              real.order();
              real.confirm();
              model.status = 'PERFORMING';
            }
            return { model, real };
          }, steps);
        },
      ),
      RUNS,
    );
    expect(executed.commands).toBeGreaterThanOrEqual(10_000);
    // Every row of the table has been walked, so no rule was spared.
    expect([...executed.events.keys()].sort()).toEqual([...LOAN_EVENTS].sort());
  });

  test('skipping days or closing each of them is the same life (P20)', () =>
    forAll(
      60,
      [anyTerms, fc.array(fc.tuple(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 300 })))],
      (terms, steps) => {
        const lives = [true, false].map((skip) => {
          const life = new BookedLoan(terms, VALUE_DATE, everyDay);
          life.order();
          life.confirm();
          for (const [days, permille] of steps.slice(0, 8)) {
            life.advance(days, skip);
            const amountCents = cents(Math.max(1, Math.floor(((life.payoff() || 100) * permille) / 1000)));
            life.pay({ date: life.today, amountCents, use: { kind: 'ordinary' } });
          }
          return life;
        });
        expect(lives[0]?.balances).toEqual(lives[1]?.balances);
        expect(lives[0]?.loan).toEqual(lives[1]?.loan);
      },
    ));
});
