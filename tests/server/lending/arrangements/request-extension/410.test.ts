import { expect, test } from 'vitest';
import { aDebtorOn, anExtensionToPay, aQuote, askToExtend, transfer } from '#tests/support/arrangements/extensions.ts';
import { withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const EXPIRED = [410, { error: { code: 'quote_expired' } }];

test('a quote of yesterday buys nothing today', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const { quoteId } = await aQuote(payments, debtor);
  payments.clock.moveTo('2026-02-15');
  const answer = await askToExtend(payments, debtor, { quoteId });
  expect([answer.status, answer.body]).toMatchObject(EXPIRED);
});

test('a quote that was paid is used up', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const payment = await anExtensionToPay(payments, debtor);
  await transfer(payments, payment, 26.22, '2026-02-14');
  const { id: quoteId } = await payments.db.kysely
    .selectFrom('extension')
    .select('id')
    .where('loan_id', '=', debtor.loan.id)
    .executeTakeFirstOrThrow();
  const answer = await askToExtend(payments, debtor, { quoteId });
  expect([answer.status, answer.body]).toMatchObject(EXPIRED);
});
