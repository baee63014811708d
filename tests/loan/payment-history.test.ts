import { describe, expect, test } from 'vitest';
import { totalOfTerms } from '#loan/explanation.ts';
import { cents } from '#loan/money.ts';
import { creditTerms, paymentsMade } from '#loan/payment-history.ts';
import { standingOn } from '#loan/standing.ts';
import { date, dayOn, EX1, EX2, having, paid } from '#tests/support/loan/loans.ts';

const made = (loan: typeof EX1, day: string) => paymentsMade(loan, dayOn(day));

describe('what was paid says where each sol of it went', () => {
  test('EX1 paid on its due date', () => {
    const [payment] = made(having(EX1, paid('2026-02-14', 573.03)), '2026-02-14');
    expect(payment).toMatchObject({
      date: '2026-02-14',
      amountCents: 57_303,
      terms: [
        { name: 'principal', amountCents: 50_000 },
        { name: 'interest', amountCents: 3189 },
        { name: 'techFee', amountCents: 1200 },
        { name: 'adminFee', amountCents: 1000 },
        { name: 'acceleratedAcceptanceFee', amountCents: 800 },
        { name: 'vat', amountCents: 1114 },
      ],
    });
  });

  test('too much of it is left over', () => {
    const [payment] = made(having(EX1, paid('2026-02-14', 600)), '2026-02-14');
    expect(payment?.terms.at(-1)).toEqual({ name: 'unapplied', amountCents: 2697 });
  });

  test('ten days late it pays the delay too', () => {
    const [payment] = made(having(EX1, paid('2026-02-24', 100)), '2026-02-24');
    expect(payment?.terms.map(({ name }) => name)).toEqual(expect.arrayContaining(['lateInterest', 'moratory']));
  });

  test('newest first, each adds up to its amount, and none of the future', () => {
    const loan = having(EX2, paid('2026-02-01', 200), paid('2026-02-15', 700), paid('2026-03-20', 50.5));
    const found = made(loan, '2026-03-19');
    expect(found.map(({ date: on }) => on)).toEqual(['2026-02-15', '2026-02-01']);
    for (const { terms, amountCents } of found) expect(totalOfTerms(terms)).toBe(amountCents);
  });

  test('of one day the last one first, too', () => {
    const found = made(having(EX2, paid('2026-02-01', 50), paid('2026-02-01', 80)), '2026-02-01');
    expect(found.map(({ amountCents }) => amountCents)).toEqual([8000, 5000]);
  });

  test('money that was taken back never came', () => {
    expect(made(having(EX1, { ...paid('2026-01-20', 100), reversedOn: date('2026-01-22') }), '2026-02-01')).toEqual([]);
  });
});

describe('the money of a client with us', () => {
  const terms = (loan: typeof EX1, day: string) => creditTerms(loan, standingOn(loan, dayOn(day)));

  test('comes from what was paid and not used', () => {
    expect(terms(having(EX1, paid('2026-02-14', 600)), '2026-02-14')).toEqual([
      { name: 'received', amountCents: 60_000 },
      { name: 'used', amountCents: -57_303 },
    ]);
  });

  test('is less by what was sent back', () => {
    const refund = { kind: 'refund', id: 'refund-1', date: date('2026-02-16'), amountCents: cents(1000) } as const;
    const loan = having(EX1, paid('2026-02-14', 600), refund);
    expect(terms(loan, '2026-02-16').at(-1)).toEqual({ name: 'refunded', amountCents: -1000 });
    expect(totalOfTerms(terms(loan, '2026-02-16'))).toBe(standingOn(loan, dayOn('2026-02-16')).creditCents);
  });

  test('is nothing to tell while there is none', () => {
    expect(terms(EX1, '2026-02-14')).toEqual([]);
  });
});
