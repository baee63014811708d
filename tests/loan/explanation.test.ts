import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import {
  addTerms,
  monthlyMinimumTerms,
  nextMinimumTerms,
  owedTerms,
  payoffTerms,
  settlementTerms,
  TERM_NAMES,
  type Term,
  termsOf,
  totalOfTerms,
} from '#loan/explanation.ts';
import { igvOf } from '#loan/fees.ts';
import { flexTerms, nextMinimum, STANDARD_FLEX_SETTINGS, settlementOffer } from '#loan/flex-pay.ts';
import type { LoanFact } from '#loan/loan.ts';
import { cents, sum } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { interestFor } from '#loan/rate.ts';
import { standingOn } from '#loan/standing.ts';
import { forAll } from '#tests/support/for-all.ts';
import { date, EX1, EX2, everyDay, having, on, paid } from '#tests/support/loan/loans.ts';

describe('what ends EX1 on its twelfth day is worked out', () => {
  const terms = payoffTerms(on(EX1, '2026-01-27'));
  test.each([
    ['principal', 50_000, undefined],
    ['interest', 1252, { kind: 'rate', ofCents: 50_000, ratePercent: 110, days: 12 }],
    ['techFee', 480, undefined],
    ['adminFee', 400, undefined],
    ['acceleratedAcceptanceFee', 800, undefined],
    ['vat', 527, { kind: 'share', ofCents: 2932, ratePercent: 18 }],
  ])('of %s: %i céntimos', (name, amountCents, basis) => {
    expect(terms.find((term) => term.name === name)).toEqual({ name, amountCents, ...(basis && { basis }) });
  });

  test('and of nothing else', () => {
    expect([terms.length, totalOfTerms(terms)]).toEqual([6, 53_459]);
  });
});

test('what delay costs is reckoned from the due date, compensatory and moratory apart', () => {
  const terms = owedTerms(on(EX1, '2026-02-24'));
  expect(terms.filter(({ name }) => name === 'lateInterest' || name === 'moratory')).toEqual([
    { name: 'lateInterest', amountCents: 1041, basis: { kind: 'rate', ofCents: 50_000, ratePercent: 110, days: 10 } },
    { name: 'moratory', amountCents: 218, basis: { kind: 'rate', ofCents: 50_000, ratePercent: 16.97, days: 10 } },
  ]);
});

test('money of the client is taken off', () => {
  const standing = on(having(EX1, paid('2026-01-20', 0.5)), '2026-02-14');
  const unpaid = sum(...standing.groups.map(unpaidOfGroup));
  expect(totalOfTerms(owedTerms(standing))).toBe(unpaid - standing.creditCents);
});

test('an interest that a payment has changed is told without a reckoning that would not give it', () => {
  const standing = on(having(EX1, paid('2026-01-27', 300)), '2026-02-14');
  const interest = owedTerms(standing).find(({ name }) => name === 'interest');
  expect(interest?.amountCents).toBeGreaterThan(0);
  expect(interest?.basis === undefined || isTrue(interest)).toBe(true);
});

test('parts of nothing are left out, and the rest is read in the order of a bill', () => {
  const parts = {
    vat: cents(36),
    credit: cents(-50),
    techFee: cents(200),
    principal: cents(10_000),
    moratory: cents(0),
  };
  expect(termsOf(parts).map(({ name }) => name)).toEqual(['principal', 'techFee', 'vat', 'credit']);
});

test('two sums as one keep a reckoning only where it is still the whole of it', () => {
  const basis = { kind: 'rate', ofCents: cents(50_000), ratePercent: 110, days: 12 } as const;
  const one: Term[] = [
    { name: 'principal', amountCents: cents(100) },
    { name: 'interest', amountCents: cents(7), basis },
  ];
  expect(addTerms(one, [{ name: 'principal', amountCents: cents(50) }])).toEqual([
    { name: 'principal', amountCents: 150 },
    { name: 'interest', amountCents: 7, basis },
  ]);
  expect(addTerms(one, [{ name: 'interest', amountCents: cents(1) }])[1]).toEqual({ name: 'interest', amountCents: 8 });
});

/** Checks whether the reckoning gives the amount; late interest may not pass its own cap, which is rounded down. */
function isTrue({ name, amountCents, basis }: Term): boolean {
  if (!basis) return true;
  const capPercent = name === 'moratory' ? EX1.terms.policy.late.moratoryCapPercent : 1000;
  if (basis.kind === 'rate')
    return interestFor(basis.ofCents, basis.ratePercent, capPercent, basis.days) === amountCents;
  if (basis.kind === 'parts')
    return Math.min(basis.ofCents, Math.ceil(basis.ofCents / basis.parts) * basis.count) === amountCents;
  return Math.abs(igvOf(basis.ofCents, basis.ratePercent) - amountCents) <= 30;
}

test('on any day, after any payment, terms add up to the céntimo and every reckoning gives its amount', () => {
  const arbitrary = fc.record({
    loan: fc.constantFrom(EX1, EX2 as typeof EX1),
    day: fc.integer({ min: 0, max: 240 }),
    paidOnDay: fc.integer({ min: 0, max: 200 }),
    paidCents: fc.integer({ min: 0, max: 200_000 }),
  });
  forAll(2000, [arbitrary], ({ loan, day, paidOnDay, paidCents }) => {
    const facts = paidCents > 0 ? [paid(addDays(loan.valueDate, Math.min(day, paidOnDay)), paidCents / 100)] : [];
    const standing = standingOn(having(loan, ...facts), { date: addDays(loan.valueDate, day), calendar: everyDay });
    if (standing.paidOn) return void expect([payoffTerms(standing), owedTerms(standing)]).toEqual([[], []]);
    expect(totalOfTerms(payoffTerms(standing))).toBe(payoffCents(standing));
    expect(totalOfTerms(owedTerms(standing))).toBe(sum(...standing.groups.map(unpaidOfGroup)) - standing.creditCents);
    for (const term of [...payoffTerms(standing), ...owedTerms(standing)]) {
      expect(TERM_NAMES).toContain(term.name);
      expect(isTrue(term), JSON.stringify(term)).toBe(true);
    }
  });
});

describe('of a flex pay that began sixteen days late', () => {
  const flex = flexTerms(on(EX1, '2026-03-02'), STANDARD_FLEX_SETTINGS);
  const fact: LoanFact = { kind: 'flex', id: 'flex-1', date: date('2026-03-02'), flex };
  const into = { kind: 'arrangement' } as const;

  test('the monthly minimum is one of six parts of the balance', () => {
    expect(monthlyMinimumTerms(flex, STANDARD_FLEX_SETTINGS.periods)).toEqual([
      { name: 'minimums', amountCents: 9939, basis: { kind: 'parts', ofCents: 59_630, count: 1, parts: 6 } },
    ]);
  });

  test('the next minimum is every one up to its date, less what was paid', () => {
    const standing = on(having(EX1, fact, paid('2026-03-10', 250, into)), '2026-05-10');
    const terms = nextMinimumTerms(standing);
    expect(terms).toEqual([
      { name: 'minimums', amountCents: 29_817, basis: { kind: 'parts', ofCents: 59_630, count: 3, parts: 6 } },
      { name: 'paid', amountCents: -25_000 },
    ]);
    expect([totalOfTerms(terms), terms.every(isTrue)]).toEqual([nextMinimum(standing)?.amountCents, true]);
  });

  test('the last one is the whole balance', () => {
    const standing = on(having(EX1, fact, paid('2026-03-10', 520, into)), '2026-07-01');
    expect(nextMinimumTerms(standing)[0]).toEqual({
      name: 'minimums',
      amountCents: 59_630,
      basis: { kind: 'parts', ofCents: 59_630, count: 6, parts: 6 },
    });
  });

  test('a smallest payment that is more than the part is told without a reckoning', () => {
    const nearlyPaid = flexTerms(on(having(EX1, paid('2026-02-14', 520)), '2026-03-02'), STANDARD_FLEX_SETTINGS);
    expect(monthlyMinimumTerms(nearlyPaid, 6)).toEqual([{ name: 'minimums', amountCents: 2000 }]);
  });

  test('a settlement is all that is owed less a share of everything but the principal', () => {
    const settings = { ...STANDARD_FLEX_SETTINGS, settlementDiscountPercent: 20 };
    const standing = on(having(EX1, fact), '2026-03-20');
    const terms = settlementTerms(standing, settings);
    expect(totalOfTerms(terms)).toBe(settlementOffer(standing, settings)?.amountCents);
    expect(terms.at(-1)).toEqual({
      name: 'discount',
      amountCents: -1926,
      basis: { kind: 'share', ofCents: 9630, ratePercent: 20 },
    });
    expect(settlementTerms(standing, STANDARD_FLEX_SETTINGS)).toEqual([]);
  });
});
