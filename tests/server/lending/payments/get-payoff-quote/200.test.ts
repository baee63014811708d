import { expect, test } from 'vitest';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

const quoteOf = async ({ number, headers }: Debtor, date?: string) =>
  acceptedBody(
    await callEndpoint(payments, getPayoffQuote, { params: { number }, headers, query: date ? { date } : {} }),
  );

const sumOf = (terms: readonly { readonly amount: number }[]) =>
  Math.round(terms.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100;

test.each([
  ['2026-01-15', 509.44, 63.59],
  ['2026-01-16', 511.52, 61.51],
  ['2026-01-27', 534.59, 38.44],
  ['2026-02-13', 570.87, 2.16],
  ['2026-02-14', 573.03, 0],
])(
  'EX1 ends on %s for S/ %s and saves S/ %s (domain 3.5)',
  { tags: 'promise-early-payment-and-interest-for-the-days-of-use' },
  async (date, total, savings) => {
    const quote = await quoteOf(await aDebtor(payments), date);
    expect(quote).toMatchObject({ date, total, savings, comparedTo: 573.03, validUntil: date });
    const fees = Object.values(quote.fees).reduce((sum, fee) => sum + fee, 0);
    const parts = quote.principal + quote.interest + fees + quote.vat + quote.moratory - quote.credit;
    expect(Math.round(parts * 100)).toBe(Math.round(total * 100));
    expect(sumOf(quote.terms)).toBe(total);
    expect(sumOf(quote.savingsTerms)).toBe(savings);
  },
);

test('without a date it is today’s', async () => {
  const debtor = await aDebtor(payments);
  payments.clock.moveTo('2026-01-27');
  expect(await quoteOf(debtor)).toMatchObject({ date: '2026-01-27', total: 534.59 });
});

test('EX2 after two instalments, on 01/04/2026: 2.228,52 instead of 2.542,47', async () => {
  const debtor = await aDebtor(payments, EX2_TERMS);
  for (const date of ['2026-02-15', '2026-03-15']) {
    payments.clock.moveTo(date);
    await pay(payments.loans, debtor.loan.id, 635.63);
  }
  payments.clock.moveTo('2026-04-01');
  expect(await quoteOf(debtor)).toMatchObject({
    principal: 2122.11,
    interest: 67.99,
    vat: 16.23,
    total: 2228.52,
    comparedTo: 2542.47,
    savings: 313.95,
  });
});

test('a paid loan costs nothing', async () => {
  const debtor = await aDebtor(payments);
  await pay(payments.loans, debtor.loan.id, 509.44);
  expect(await quoteOf(debtor)).toMatchObject({ total: 0, principal: 0, savings: 0 });
});
