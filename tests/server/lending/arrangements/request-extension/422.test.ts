import { expect, test } from 'vitest';
import { aDebtorOn, aQuote, askToExtend } from '#tests/support/arrangements/extensions.ts';
import { withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('a key that was used for one quote is not a key for another', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const [first, second] = [await aQuote(payments, debtor, 14), await aQuote(payments, debtor, 7)];
  expect((await askToExtend(payments, debtor, { quoteId: first.quoteId }, 'one-key-two-quotes')).status).toBe(201);
  const answer = await askToExtend(payments, debtor, { quoteId: second.quoteId }, 'one-key-two-quotes');
  expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
});
