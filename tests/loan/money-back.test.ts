import { describe, expect, test } from 'vitest';
import type { Loan } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';
import { creditToGiveBack, leftOfPayments } from '#loan/money-back.ts';
import { dayOn, EX1, having, paid } from '#tests/support/loan/loans.ts';

const NOTHING = { givenBack: [], held: new Set<string>() };
const today = dayOn('2026-02-10');
/** 100,00 on day 0 and 600,00 on day 25, of which 139,70 are too much. */
const loan = having(EX1, paid('2026-01-15', 100), paid('2026-02-09', 600));
const [first, second] = loan.facts.map(({ id }) => id) as [string, string];
const sent = (of: Loan, id: string, amount: number): Loan =>
  having(of, { kind: 'refund', id, date: today.date, amountCents: cents(amount) });

describe('credit that may go back', () => {
  const { creditCents } = creditToGiveBack(loan, today, NOTHING);

  test('is taken from the newest payment, and of a loan that is over nothing is kept', {
    tags: 'promise-money-that-goes-back',
  }, () => {
    expect(creditCents).toBeGreaterThan(10_000);
    expect(creditToGiveBack(loan, today, NOTHING)).toEqual({
      isOver: true,
      creditCents,
      parts: [{ paymentId: second, amountCents: creditCents }],
    });
  });

  test('spills to the payment before when the newest has gone back already', () => {
    const givenBack = [{ paymentId: second, amountCents: cents(60_000 - 1_000) }];
    expect(creditToGiveBack(loan, today, { ...NOTHING, givenBack }).parts).toEqual([
      { paymentId: second, amountCents: 1_000 },
      { paymentId: first, amountCents: Math.min(10_000, creditCents - 1_000) },
    ]);
  });

  test('is what would be credit without the payment that is disputed', () => {
    expect(creditToGiveBack(loan, today, { ...NOTHING, held: new Set([second]) })).toEqual({
      isOver: false,
      creditCents: 0,
      parts: [],
    });
    const once = sent(loan, 'r', creditCents);
    const givenBack = [{ paymentId: second, amountCents: creditCents, factId: 'r' }];
    expect(creditToGiveBack(once, today, { givenBack, held: new Set([second]) }).creditCents).toBe(0);
    expect(creditToGiveBack(once, today, { givenBack, held: new Set() }).creditCents).toBe(0);
  });

  test('does not exist before the money went out', () => {
    const { valueDate: _, ...unpaid } = EX1;
    expect(creditToGiveBack(unpaid, today, NOTHING)).toEqual({ isOver: false, creditCents: 0, parts: [] });
  });
});

test('what is left of a payment is what came less what went back, never below nothing; nothing is left of a reversed one', () => {
  const left = (amount: number) =>
    leftOfPayments(loan, [{ paymentId: second, amountCents: cents(amount) }]).map(({ leftCents }) => leftCents);
  expect(left(9_056)).toEqual([50_944, 10_000]);
  expect(left(70_000)).toEqual([0, 10_000]);
  const reversed = loan.facts.map((fact) =>
    fact.id === second && fact.kind === 'payment' ? { ...fact, reversedOn: today.date } : fact,
  );
  expect(leftOfPayments({ facts: reversed }, [])).toHaveLength(1);
});
