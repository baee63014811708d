import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import type { Loan, LoanFact, LoanTerms, Payment, PaymentUse, Standing } from '#loan/loan.ts';
import { cents, sum } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { standingOn, statusOf, totalOutstanding } from '#loan/standing.ts';
import { forAll } from '#tests/support/for-all.ts';
import {
  date,
  dayOn,
  disbursed,
  EX1,
  EX1_TERMS,
  EX2,
  EX2_TERMS,
  everyDay,
  having,
  on,
  paid,
  termsOf,
} from '#tests/support/loan/loans.ts';
import { paperPayoffs } from '#tests/support/loan/plain-loan.ts';
import { LONG, percent, principal, SINGLE_PAY, VALUE_DATE } from '#tests/support/loan/products.ts';

const terms: fc.Arbitrary<LoanTerms> = fc.oneof(
  fc.constantFrom(EX1_TERMS, EX2_TERMS),
  fc.tuple(principal, percent(1, 113.16), fc.integer({ min: 2, max: 8 })).map(([principalCents, teaPercent, term]) => ({
    ...termsOf(LONG, 2000, term),
    principalCents,
    pricing: { ...LONG.pricing, teaPercent },
  })),
);

const use: fc.Arbitrary<PaymentUse> = fc.oneof(
  fc.constantFrom<PaymentUse>(
    { kind: 'ordinary' },
    { kind: 'ordinary', mode: 'ADVANCE' },
    { kind: 'ordinary', mode: 'REDUCE_TERM' },
    { kind: 'ordinary', mode: 'REDUCE_INSTALLMENT' },
    { kind: 'arrangement' },
    { kind: 'extension', termDays: 14, feeCents: cents(800) },
  ),
);

/** Payments on any of 200 days, of up to S/ 800, each with an id of its own. */
const payments: fc.Arbitrary<Payment[]> = fc
  .array(fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 80_000 }), use), { maxLength: 8 })
  .map((list) =>
    list.map(([day, amount, how], k) => ({
      kind: 'payment',
      id: `p${k}`,
      date: addDays(VALUE_DATE, day),
      amountCents: cents(amount),
      into: 'bank',
      use: how,
    })),
  );

describe('the order in which news arrives does not matter (P14)', () => {
  test('any order of any payments: the same standing to the last line', () => {
    const shuffled = payments.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    forAll(500, [terms, shuffled, fc.integer({ min: 0, max: 260 })], (of, [one, other], day) => {
      const loan = disbursed(of);
      const end = addDays(VALUE_DATE, day);
      const standing = standingOn(having(loan, ...one), dayOn(end));
      expect(standingOn(having(loan, ...other), dayOn(end))).toEqual(standing);
    });
  });

  test('a loan that is looked at again and again, on any dates in any order, stands as one seen for the first time', () => {
    const days = fc.array(fc.integer({ min: 0, max: 260 }), { minLength: 2, maxLength: 8 });
    forAll(300, [terms, payments, days], (of, list, dates) => {
      const loan = having(disbursed(of), ...list);
      for (const day of dates) {
        const end = addDays(VALUE_DATE, day);
        const unseen = { ...loan, facts: [...loan.facts] };
        expect(standingOn(loan, dayOn(end))).toEqual(standingOn(unseen, dayOn(end)));
      }
    });
  });
});

test('a payment split in two on the same day is one payment, per component (P16)', () =>
  forAll(
    500,
    [
      terms,
      payments,
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 2, max: 90_000 }),
      fc.integer({ min: 1, max: 999 }),
      fc.constantFrom<PaymentUse>(
        { kind: 'ordinary' },
        { kind: 'ordinary', mode: 'REDUCE_TERM' },
        { kind: 'arrangement' },
      ),
    ],
    (of, others, day, amount, permille, how) => {
      const loan = having(disbursed(of), ...others);
      const part = (id: string, amountCents: number): Payment => ({
        kind: 'payment',
        id,
        date: addDays(VALUE_DATE, day),
        amountCents: cents(amountCents),
        into: 'bank',
        use: how,
      });
      const first = Math.max(1, Math.floor((amount * permille) / 1000));
      const whole = standingOn(having(loan, part('x', amount)), dayOn(addDays(VALUE_DATE, 230)));
      const split = having(loan, part('x1', first), ...(amount > first ? [part('x2', amount - first)] : []));
      expect(standingOn(split, dayOn(addDays(VALUE_DATE, 230)))).toEqual(whole);
    },
  ));

describe('on paper and in the engine', () => {
  test('a single payment owes the same on every day of its life, whatever was paid and when (P18)', () => {
    const lives = fc.record({
      principal,
      term: fc.integer({ min: 5, max: 45 }),
      tea: percent(0, 113.16),
      paidOn: fc.array(fc.tuple(fc.nat(90), fc.integer({ min: 1, max: 600 })), { maxLength: 5 }),
    });
    forAll(60, [lives], ({ principal: amount, term, tea, paidOn }) => {
      const pricing = { ...SINGLE_PAY.pricing, teaPercent: tea };
      const loan = disbursed({ ...termsOf(SINGLE_PAY, 500, term), principalCents: amount, pricing });
      const money = paidOn.map(([day, permille], k) => ({
        day,
        id: `p${k}`,
        amount: Math.max(1, Math.floor((amount * permille) / 1000)),
      }));
      const paidLoan = having(
        loan,
        ...money.map(({ day, amount: paidCents, id }) =>
          paid(addDays(VALUE_DATE, day), paidCents / 100, { kind: 'ordinary' }, id),
        ),
      );
      const paper = paperPayoffs(
        {
          principal: amount,
          term,
          tea,
          moratory: 16.97,
          moratoryCap: 16.974,
          fees: { tech: 1200, admin: 1000, accelerated: 800 },
        },
        money,
        95,
      );
      const engine = paper.map((_, day) =>
        payoffCents(standingOn(paidLoan, { date: addDays(VALUE_DATE, day), calendar: everyDay })),
      );
      expect(engine).toEqual(paper);
    });
  });
});

describe('the status is a reading of the date', () => {
  test.each([
    ['2026-02-14', 'PERFORMING'],
    ['2026-02-16', 'PERFORMING'],
    ['2026-02-17', 'PAST_DUE'],
    ['2026-04-15', 'PAST_DUE'],
    ['2026-04-16', 'DEFAULTED'],
  ])('the unpaid EX1 on %s is %s', (day, status) => {
    expect(statusOf(on(EX1, day))).toBe(status);
  });

  test('a paid loan is PAID, and what was written off stays WRITTEN_OFF until it is paid', () => {
    const writtenOff = having(EX1, { kind: 'write-off', id: 'w', date: date('2026-09-01') });
    expect(statusOf(on(writtenOff, '2027-01-01'))).toBe('WRITTEN_OFF');
    const owed = payoffCents(on(writtenOff, '2027-01-01'));
    // Nothing more is added to a debt that has left the books.
    expect(owed).toBe(payoffCents(on(EX1, '2026-09-01')));
    expect(statusOf(on(having(writtenOff, paid('2027-01-01', owed / 100)), '2027-01-01'))).toBe('PAID');
  });

  test('one instalment late among many: paid, the loan performs again', () => {
    expect(statusOf(on(EX2, '2026-02-17'))).toBe('PAST_DUE');
    const caughtUp = having(EX2, paid('2026-02-17', 645));
    expect(statusOf(on(caughtUp, '2026-02-17'))).toBe('PERFORMING');
    expect(totalOutstanding(on(caughtUp, '2026-02-17'))).toBeLessThan(381_373 - 63_563);
  });
});

test('a loan that has not been disbursed is nowhere', () => {
  const { valueDate: _, ...signed } = EX1;
  expect(() => standingOn(signed as Loan, dayOn(VALUE_DATE))).toThrow('has not been disbursed');
});

test('a chargeback is as if the money had never come (P29)', () =>
  forAll(300, [terms, payments, fc.nat(7), fc.integer({ min: 100, max: 260 })], (of, list, pick, day) => {
    const loan = disbursed(of);
    const taken = list.map(
      (payment, k): LoanFact => (k === pick ? { ...payment, reversedOn: addDays(VALUE_DATE, 200) } : payment),
    );
    const without = list.filter((_, k) => k !== pick);
    const end = addDays(VALUE_DATE, day);
    expect(standingOn(having(loan, ...taken), dayOn(end))).toEqual(standingOn(having(loan, ...without), dayOn(end)));
  }));

test('looking at a later day never changes an earlier one', () => {
  const ofDay = (standing: Standing): number => sum(...standing.groups.map(unpaidOfGroup));
  const loan = having(EX2, paid('2026-02-20', 300), paid('2026-04-01', 900));
  const before = ofDay(on(loan, '2026-03-01'));
  on(loan, '2026-12-01');
  expect(ofDay(on(loan, '2026-03-01'))).toBe(before);
});
