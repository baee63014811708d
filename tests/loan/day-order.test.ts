import { describe, expect, test } from 'vitest';
import type { FlexTerms, PlanTerms } from '#loan/arrangement.ts';
import { inOrderOfEffect } from '#loan/day-order.ts';
import type { Loan, LoanFact, PaymentUse } from '#loan/loan.ts';
import { cents, toSoles } from '#loan/money.ts';
import { paymentOptions } from '#loan/payment-options.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { payoffCents } from '#loan/payoff.ts';
import { statusOf } from '#loan/standing.ts';
import { date, dayOn, disbursed, having, on, paid, termsOf } from '#tests/support/loan/loans.ts';
import { SINGLE_PAY } from '#tests/support/loan/products.ts';

const ids = (facts: readonly LoanFact[]): string =>
  inOrderOfEffect(facts)
    .map(({ id }) => id)
    .join(' ');

describe('the order in which facts count', () => {
  const day = date('2026-02-01');
  const quote = { id: 'q', priceCents: cents(1), validUntil: day };
  const extension = paid(day, 1, { kind: 'extension', termDays: 7, feeCents: cents(0), quote }, 'e');
  const refund: LoanFact = { kind: 'refund', id: 'r', date: day, amountCents: cents(1) };
  const topUp: LoanFact = { kind: 'tranche', id: 't', date: day, principalCents: cents(1), fees: [] };
  const [a, b] = [paid(day, 1, { kind: 'ordinary' }, 'a'), paid(day, 1, { kind: 'arrangement' }, 'b')];

  test('is by their own date, then money, extensions, what is decided', () => {
    const dayBefore = paid('2026-01-31', 1, { kind: 'ordinary' }, 'z');
    expect(ids([b, a, dayBefore, topUp, extension, refund])).toBe('z a b t e r');
  });

  const decisions: readonly LoanFact[] = [
    extension,
    refund,
    { kind: 'plan', id: 'p', date: day, plan: {} as PlanTerms },
    { kind: 'flex', id: 'f', date: day, flex: {} as FlexTerms },
    { kind: 'write-off', id: 'w', date: day },
    { kind: 'waiver', id: 'v', date: day, amountCents: cents(1) },
  ];

  test.each(decisions)('is that of becoming known on both sides of a decision: $kind', (decision) => {
    expect(ids([b, decision, a])).toBe(`b ${decision.id} a`);
    expect(ids([a, b, decision])).toBe(`a b ${decision.id}`);
    expect(ids([decision, b, a])).toBe(`${decision.id} a b`);
    for (const other of decisions) {
      if (other === decision) continue;
      expect(ids([b, decision, a, other])).toBe(`b ${decision.id} a ${other.id}`);
    }
  });

  test('parts no money of its day once the money of an extension was taken back', () => {
    expect(ids([b, { ...extension, reversedOn: day } as LoanFact, a])).toBe('a b e');
  });

  test('is that of before for an extension that names no quote: after other money, whatever was known first (P14)', () => {
    const unnamed = paid(day, 1, { kind: 'extension', termDays: 7, feeCents: cents(0) }, 'u');
    expect(ids([unnamed, b, a])).toBe('a b u');
  });

  test('is not changed by sorting again', () => {
    const facts = [topUp, extension, refund, b, a];
    expect(ids(inOrderOfEffect(facts))).toBe(ids(facts));
  });
});

describe("while a plan runs all money is the plan's", () => {
  const late = disbursed(termsOf(SINGLE_PAY, 300, 7));
  const day = '2026-02-04';
  const offer = planOffer(on(late, day), 2, date('2026-02-06'), STANDARD_PLAN_SETTINGS);
  const planned = having(late, { kind: 'plan', id: 'plan', date: date(day), plan: offer.terms });
  const settings = { minCents: cents(100), extensionFees: new Map(), capPercent: 113.16 };
  const ending = (loan: Loan) =>
    paymentOptions(loan, dayOn(day), settings).find(({ explanation }) => explanation === 'ends_the_loan')?.amountCents;
  const quote = { id: 'q', priceCents: cents(1), validUntil: date(day) };
  const uses: PaymentUse[] = [
    { kind: 'ordinary' },
    { kind: 'ordinary', mode: 'ADVANCE' },
    { kind: 'arrangement' },
    { kind: 'extension', termDays: 14, feeCents: cents(800), quote },
    { kind: 'settlement', discountCents: cents(0) },
  ];

  test.each(uses)('what ends the loan ends it on the day of the plan: $kind $mode', (use) => {
    expect(offer.waivedMoratoryCents).toBeGreaterThan(0);
    expect(ending(planned)).toBe(offer.totalCents);
    const standing = on(having(planned, paid(day, toSoles(offer.totalCents), use)), day);
    expect(standing).toMatchObject({ paidOn: day, creditCents: 0, plan: { status: 'COMPLETED' } });
    expect(standing.groups.flatMap(({ extensions }) => extensions)).toEqual([]);
  });

  test.each(uses)('also when it was paid before and becomes known after: $kind $mode', (use) => {
    const [whole, part] = [toSoles(offer.totalCents), 100];
    expect(on(having(planned, paid('2026-02-03', whole, use)), day)).toMatchObject({ paidOn: '2026-02-03' });
    const standing = on(having(planned, paid('2026-02-03', part, use)), day);
    expect(payoffCents(standing)).toBeLessThanOrEqual(offer.totalCents - 10_000);
    expect(statusOf(standing)).toBe('PAYMENT_PLAN');
  });

  test('what came before it is in its total', () => {
    const before = having(late, paid(day, 100));
    const { terms, totalCents } = planOffer(on(before, day), 2, date('2026-02-06'), STANDARD_PLAN_SETTINGS);
    const loan = having(before, { kind: 'plan', id: 'plan', date: date(day), plan: terms });
    expect(payoffCents(on(loan, day))).toBe(totalCents);
  });
});
