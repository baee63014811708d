import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import { extensionPrice } from '#loan/extension.ts';
import { extensionOutcome, stillToPay } from '#loan/extension-outcome.ts';
import type { Loan, Payment } from '#loan/loan.ts';
import { cents, sum, toSoles } from '#loan/money.ts';
import { COMPONENTS } from '#loan/obligation.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { payoffCents } from '#loan/payoff.ts';
import { allocationOf, decideRepayment, previewRepayment, reversePayment } from '#loan/repayment.ts';
import { standingOn } from '#loan/standing.ts';
import { forAll } from '#tests/support/for-all.ts';
import { accepted, BANK_CALENDAR, date, dayOn, EX1, having, on, paid } from '#tests/support/loan/loans.ts';

const FEE = cents(800);
/** EX1 on its due date for 14 days: 26,22 (domain 3.7). */
const QUOTE = { id: 'quote-1', priceCents: cents(2622), validUntil: date('2026-02-14') };
const STORED = { ...QUOTE, status: 'PAYMENT_PENDING', termDays: 14, feeCents: FEE } as const;
const forIt = (day: string, soles: number, quote = QUOTE): Payment =>
  paid(day, soles, { kind: 'extension', termDays: 14, feeCents: FEE, quote });
const outcome = (loan: Loan, today = '2026-02-14') => extensionOutcome(loan, STORED, dayOn(today));
const dueDates = (loan: Loan, today: string) => on(loan, today).groups.map(({ dueDate }) => dueDate);
const takenBack = (payment: Payment): Payment => ({ ...payment, reversedOn: date('2026-02-20') });

describe('an extension is bought once', () => {
  test('however often its price is paid', () => {
    const loan = having(EX1, forIt('2026-02-14', 26.22), forIt('2026-02-14', 26.22), forIt('2026-02-20', 26.22));
    expect(dueDates(loan, '2026-02-20')).toEqual(['2026-02-28']);
    expect(on(loan, '2026-02-20').groups[0]?.extensions).toHaveLength(1);
    const [first] = loan.facts;
    expect(outcome(loan, '2026-02-20')).toMatchObject({ status: 'ACTIVE', paymentIds: [first?.id] });
  });

  test('by parts, which are money of the loan until they reach the price', () => {
    const first = forIt('2026-02-14', 10);
    expect(outcome(having(EX1, first))).toMatchObject({ status: 'PAYMENT_PENDING', missingCents: 1622 });
    expect(dueDates(having(EX1, first), '2026-02-14')).toEqual(['2026-02-14']);
    const whole = having(EX1, first, forIt('2026-02-14', 15.22));
    expect(outcome(whole)).toMatchObject({ status: 'ACTIVE', newDueDate: '2026-02-28' });
    expect(on(whole, '2026-02-14').groups).toEqual(on(having(EX1, forIt('2026-02-14', 25.22)), '2026-02-14').groups);
  });

  test('another quote buys another one', () => {
    const loan = having(EX1, forIt('2026-02-14', 26.22), forIt('2026-02-14', 40, { ...QUOTE, id: 'quote-2' }));
    expect(dueDates(loan, '2026-02-14')).toEqual(['2026-03-14']);
  });

  test('by parts of two days, when both were paid in time', () => {
    const loan = having(EX1, forIt('2026-02-14', 16.22), forIt('2026-02-13', 10));
    expect(outcome(loan, '2026-02-16')).toMatchObject({ status: 'ACTIVE', newDueDate: '2026-02-28' });
    expect(dueDates(loan, '2026-02-13')).toEqual(['2026-02-14']);
    expect(on(loan, '2026-02-16').groups).toEqual(on(having(EX1, forIt('2026-02-14', 26.22)), '2026-02-16').groups);
  });

  test('at the promised price, also when another payment turns out never to have been made', () => {
    const other = paid('2026-02-01', 250);
    const day = dayOn('2026-02-14');
    const { totalCents } = extensionPrice(standingOn(having(EX1, other), day), 14, FEE);
    const quote = { ...QUOTE, priceCents: totalCents };
    const loan = having(
      EX1,
      { ...other, reversedOn: date('2026-02-20') },
      forIt('2026-02-14', toSoles(totalCents), quote),
    );
    expect(dueDates(loan, '2026-02-20')).toEqual(['2026-02-28']);
  });

  test('by parts of one day with other money between them, which counts before the part that reached the price', () => {
    const [first, rest] = [forIt('2026-02-14', 10), forIt('2026-02-14', 16.22)];
    const between = having(EX1, first, paid('2026-02-14', 100), rest);
    expect(outcome(between)).toMatchObject({ status: 'ACTIVE', newDueDate: '2026-02-28' });
    const before = having(EX1, paid('2026-02-14', 100), forIt('2026-02-14', 26.22));
    expect(on(between, '2026-02-14').groups).toEqual(
      on(before, '2026-02-14').groups.map((group) => ({ ...group, extensions: [expect.anything()] })),
    );
    const parts = [first, ...between.facts.slice(1)].map(
      ({ id }) => allocationOf(between, id, BANK_CALENDAR).totalCents,
    );
    expect(parts).toEqual([1000, 10_000, 1622]);
  });

  test('and stays so when other money becomes known after it, or the same code is paid again', () => {
    const sold = having(EX1, forIt('2026-02-14', 26.22));
    const payoff = on(sold, '2026-02-14');
    const more = having(sold, paid('2026-02-14', 100), forIt('2026-02-14', 26.22));
    expect(payoffCents(on(more, '2026-02-14'))).toBe(payoffCents(payoff) - 12_622);
    expect(dueDates(more, '2026-02-14')).toEqual(['2026-02-28']);
  });

  test('at the price of its day once the quote has ended, also when other money of before is taken back after it', () => {
    const other = paid('2026-02-10', 300);
    const day = dayOn('2026-02-20');
    const { totalCents } = extensionPrice(standingOn(having(EX1, other), day), 14, FEE);
    const sold = accepted(decideRepayment(having(EX1, other), forIt('2026-02-20', toSoles(totalCents)), day)).loan;
    expect(outcome(sold, '2026-02-20')).toMatchObject({ status: 'ACTIVE' });
    const back = accepted(reversePayment(sold, other.id, [], dayOn('2026-02-24'))).loan;
    expect(outcome(back, '2026-02-24')).toMatchObject({ status: 'ACTIVE', newDueDate: '2026-03-06' });
  });

  test('not by a part in time and a part too late: that is priced on its own day', () => {
    const loan = having(EX1, forIt('2026-02-14', 10), forIt('2026-02-24', 16.22));
    const { status, missingCents } = outcome(loan, '2026-02-24');
    expect([status, dueDates(loan, '2026-02-24')]).toEqual(['APPLIED_AS_PAYMENT', ['2026-02-14']]);
    expect(missingCents).toBeGreaterThan(2000);
  });

  test('not once the loan was on a plan: each part is money of its own day', () => {
    const quote = { id: 'quote-3', priceCents: cents(1200), validUntil: date('2026-02-24') };
    const [most, early] = [paid('2026-02-14', 523.03), paid('2026-02-20', 8)];
    const { terms } = planOffer(
      on(having(EX1, most, early), '2026-02-23'),
      2,
      date('2026-03-06'),
      STANDARD_PLAN_SETTINGS,
    );
    const plan = { kind: 'plan', id: 'plan', date: date('2026-02-23'), plan: terms } as const;
    const loan = having(EX1, most, forIt('2026-02-20', 8, quote), plan, forIt('2026-02-24', 4, quote));
    expect(extensionOutcome(loan, { ...STORED, ...quote }, dayOn('2026-02-24'))).toMatchObject({
      status: 'APPLIED_AS_PAYMENT',
      missingCents: undefined,
    });
    const parts = having(EX1, most, early, plan, paid('2026-02-24', 4));
    expect(on(loan, '2026-02-24').groups).toEqual(on(parts, '2026-02-24').groups);
  });
});

test('a quote that could not be had takes nothing from one that was bought', () => {
  const late = { id: 'quote-4', priceCents: cents(1200), validUntil: date('2026-02-24') };
  const bought = [forIt('2026-02-13', 10), forIt('2026-02-14', 16.22), paid('2026-02-20', 700)];
  const loan = having(EX1, ...bought, forIt('2026-02-21', 8, late), forIt('2026-02-22', 4, late));
  expect(outcome(loan, '2026-02-22')).toMatchObject({ status: 'ACTIVE', newDueDate: '2026-02-28' });
});

describe('an extension whose money went back', () => {
  test('is reversed, and the delay is as if it had never been', () => {
    const loan = having(EX1, takenBack(forIt('2026-02-14', 26.22)));
    expect(outcome(loan, '2026-02-20')).toMatchObject({ status: 'REVERSED', paymentIds: [] });
    expect(on(loan, '2026-02-24').groups).toEqual(on(EX1, '2026-02-24').groups);
  });

  test('is reversed when a part of it went back, and the other part is money of the loan', () => {
    const rest = forIt('2026-02-14', 16.22);
    const loan = having(EX1, takenBack(forIt('2026-02-14', 10)), rest);
    expect(outcome(loan, '2026-02-20').status).toBe('REVERSED');
    expect(allocationOf(loan, rest.id, BANK_CALENDAR).totalCents).toBe(1622);
  });

  test('stands while other money of its quote reaches the price', () => {
    const loan = having(EX1, takenBack(forIt('2026-02-14', 26.22)), forIt('2026-02-14', 26.22));
    expect(outcome(loan, '2026-02-20')).toMatchObject({ status: 'ACTIVE' });
  });

  test('of which too little came was never one', () => {
    expect(outcome(having(EX1, takenBack(forIt('2026-02-14', 10))))).toMatchObject({ status: 'PAYMENT_PENDING' });
  });
});

test('what is still to pay is the price, then the rest, then nothing', () => {
  const still = (loan: Loan) => stillToPay(STORED, outcome(loan));
  expect(still(EX1)).toBe(2622);
  expect(still(having(EX1, forIt('2026-02-14', 10)))).toBe(1622);
  expect(still(having(EX1, forIt('2026-02-14', 26.22)))).toBeUndefined();
});

test('each part says what it paid of the price, whichever came first, and a preview says the same', () => {
  const [first, second] = [forIt('2026-02-14', 10), forIt('2026-02-14', 16.22)];
  const loan = having(EX1, first, second);
  const of = (payment: Payment) => allocationOf(loan, payment.id, BANK_CALENDAR);
  expect(of(first)).toMatchObject({ totalCents: 1000, creditCents: 0 });
  expect(of(first).paidCents.principal).toBeUndefined();
  const parts = [of(first), of(second)];
  const extension = sum(
    ...parts.flatMap(({ paidCents }) => [paidCents.extensionInterest ?? 0, paidCents.extensionFee ?? 0].map(cents)),
  );
  expect(extension).toBe(1422 + 800);
  expect(previewRepayment(having(EX1, first), second, BANK_CALENDAR).allocation).toEqual(of(second));
});

test('money of one quote in any parts, in any order, is one sum: bought once or not at all, nothing lost (P14–P16)', () => {
  const amount = fc.integer({ min: 1, max: 4000 });
  const parts = fc.array(amount, { minLength: 1, maxLength: 5 });
  forAll(500, [parts, fc.integer({ min: 0, max: 14 }), fc.boolean()], (wanted, late, reversed) => {
    const facts = wanted.map((part) => forIt('2026-02-14', part / 100));
    const loan = having(EX1, ...(reversed ? facts.toReversed() : facts));
    const total = sum(...facts.map(({ amountCents }) => amountCents));
    const today = addDays(date('2026-02-14'), late);
    const isBought = total >= 2622 - 100;
    const standing = standingOn(loan, dayOn(today));
    expect(standing.groups[0]?.extensions).toHaveLength(isBought ? 1 : 0);
    expect(extensionOutcome(loan, STORED, dayOn(today)).status).toBe(isBought ? 'ACTIVE' : 'PAYMENT_PENDING');
    expect(standing.groups).toEqual(on(having(EX1, forIt('2026-02-14', total / 100)), today).groups);
    const went = facts.map(({ id }) => allocationOf(loan, id, BANK_CALENDAR));
    for (const [index, { totalCents, paidCents }] of went.entries()) {
      expect(totalCents).toBe(facts[index]?.amountCents);
      if (isBought) expect(COMPONENTS.every((component) => (paidCents[component] ?? 0) >= 0)).toBe(true);
    }
  });
});
