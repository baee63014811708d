import { describe, expect, test } from 'vitest';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { acceptedBody, callEndpoint, fieldCodes, visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { anOriginatedLoan, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const payments = withPayments();

describe('200', () => {
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
      const fees = Object.values(quote.fees).reduce<number>((sum, fee = 0) => sum + fee, 0);
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
});

describe('400', () => {
  test.each([
    ['2026-01-14', 'date.past'],
    ['2026-02-15', 'date.out_of_range'],
    ['2026-02-30', 'date.invalid'],
    ['tomorrow', 'date.invalid'],
  ])('nobody is told what the loan costs on %s', async (date, code) => {
    const { number, headers } = await aDebtor(payments);
    const answer = await callEndpoint(payments, getPayoffQuote, { params: { number }, headers, query: { date } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});

describe('404', () => {
  const ask = ({ headers }: Debtor, number: string, query: Record<string, string> = {}) =>
    visibleAnswer(payments, getPayoffQuote, { params: { number }, query, headers });

  test.each([{}, { date: '2026-02-14' }, { date: '2026-01-14' }, { date: '2099-12-31' }])(
    'what another client owes is private, %j: their loan is not there, byte for byte',
    async (query) => {
      const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
      const absent = await ask(one, 'P-2026-9999999', query);
      expect([absent.status, JSON.parse(absent.text).error.code]).toEqual([404, 'not_found']);
      expect(await ask(one, other.number, query)).toEqual(absent);
      expect((await ask(other, other.number, query)).status).not.toBe(404);
    },
  );
});

describe('409', () => {
  test('a loan that has not reached its client has no payoff', async () => {
    const { personId, headers } = await aBorrower(payments);
    const { loan } = await anOriginatedLoan(payments.loans, undefined, personId);
    const answer = await callEndpoint(payments, getPayoffQuote, {
      params: { number: loan.number },
      headers,
      query: {},
    });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'loan_closed' } } });
  });
});
