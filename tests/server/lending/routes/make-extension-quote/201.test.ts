import { expect, test } from 'vitest';
import { aDebtorOn, aQuote } from '#tests/support/extensions.ts';
import { pay } from '#tests/support/loan-service.ts';
import { withPayments } from '#tests/support/payments.ts';

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
