import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { boughtBy, onTheDayOfThePrice, quoteOf } from '#loan/quoted-price.ts';
import { date, EX1, having, on, paid } from '#tests/support/loan/loans.ts';

const QUOTE = { id: 'quote-1', priceCents: cents(2622), validUntil: date('2026-02-14') };
const part = (day: string, soles: number) =>
  paid(day, soles, { kind: 'extension', termDays: 14, feeCents: cents(800), quote: QUOTE });
const days = (...facts: Parameters<typeof onTheDayOfThePrice>[0]) =>
  onTheDayOfThePrice(facts, cents(100)).facts.map((fact) => fact.date);

test('parts that were paid in time count on the day on which they reached the price', () => {
  expect(days(part('2026-02-14', 16.22), part('2026-02-12', 10))).toEqual(['2026-02-14', '2026-02-14']);
  expect(days(part('2026-02-12', 10), part('2026-02-13', 15.22), part('2026-02-14', 5))).toEqual([
    '2026-02-13',
    '2026-02-13',
    '2026-02-14',
  ]);
});

test('parts that do not reach it, come too late or are of something else stay on their day', () => {
  expect(days(part('2026-02-12', 10), part('2026-02-14', 15.21))).toEqual(['2026-02-12', '2026-02-14']);
  expect(days(part('2026-02-12', 10), part('2026-02-15', 16.22))).toEqual(['2026-02-12', '2026-02-15']);
  expect(days(paid('2026-02-12', 10), part('2026-02-14', 16.22))).toEqual(['2026-02-12', '2026-02-14']);
});

test('a payment names its quote, and the loan says what the quote bought', () => {
  const [bought, other] = [part('2026-02-14', 26.22), paid('2026-02-14', 1)];
  expect([quoteOf(bought), quoteOf(other)]).toEqual([QUOTE, undefined]);
  const standing = on(having(EX1, bought), '2026-02-14');
  expect(boughtBy('quote-1', standing)).toMatchObject({ to: '2026-02-28', paidCents: 2622 });
  expect(boughtBy('quote-2', standing)).toBeUndefined();
});
