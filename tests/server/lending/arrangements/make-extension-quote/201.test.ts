import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aDebtorOn, aQuote } from '#tests/support/arrangements/extensions.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('a quote freezes what an option costs until the end of the day', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  expect(await aQuote(payments, debtor)).toMatchObject({
    quoteId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    term: 14,
    price: 26.22,
    newDueDate: '2026-02-28',
    validUntil: '2026-02-14',
  });
});

test('a quote says how its price and the rest on the new date come about', async () => {
  const { price, terms, dueAfter } = await aQuote(payments, await aDebtorOn(payments, '2026-02-14'));
  const total = (of: typeof terms) => Math.round(of.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
  expect([total(terms), total(dueAfter.terms), dueAfter.amount]).toEqual([price, 573.03, 573.03]);
});

test('a quote that was kept before it was explained is still the same quote', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const now = await aQuote(payments, debtor);
  const before = await sql<{ id: string }>`
    insert into extension (id, loan_id, status, term_days, fee, price, quote, quoted_on, valid_until, created_at)
    select gen_random_uuid(), loan_id, status, term_days, fee, price, quote - 'terms' - 'dueAfterTerms', quoted_on,
      valid_until, created_at + interval '1 second'
    from extension where id = ${now.quoteId} returning id`.execute(payments.db.kysely);
  expect(await aQuote(payments, debtor)).toMatchObject({
    quoteId: before.rows[0]?.id,
    price: 26.22,
    terms: [],
    dueAfter: { amount: 573.03, terms: [] },
  });
});

test('the same question on the same day is the same quote; another term, another day or another balance is not', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const first = await aQuote(payments, debtor);
  expect((await aQuote(payments, debtor)).quoteId).toBe(first.quoteId);
  const others = [await aQuote(payments, debtor, 7)];
  await pay(payments.loans, debtor.loan.id, 300);
  others.push(await aQuote(payments, debtor));
  payments.clock.moveTo('2026-02-15');
  others.push(await aQuote(payments, debtor));
  const ids = [first, ...others].map(({ quoteId }) => quoteId);
  expect(new Set(ids).size).toBe(4);
});
