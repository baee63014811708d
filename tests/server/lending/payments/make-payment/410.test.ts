import { expect, test } from 'vitest';
import { aDebtorOn, anExtensionToPay, aQuote, askToExtend } from '#tests/support/arrangements/extensions.ts';
import { closeThrough } from '#tests/support/loans/loan-service.ts';
import { askToPay, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('an extension is paid by its quote, until the day of the quote is over', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const { quoteId } = await aQuote(payments, debtor);
  await askToExtend(payments, debtor, { quoteId });
  const request = { purpose: 'EXTENSION', method: 'PAGOEFECTIVO', quoteId };
  expect(await askToPay(payments, debtor, { ...request, amount: 26.21 })).toMatchObject({
    status: 409,
    body: { error: { code: 'amount_changed' } },
  });
  expect(await askToPay(payments, debtor, { ...request, amount: 26.22 })).toMatchObject({
    status: 201,
    body: { purpose: 'EXTENSION', amount: 26.22 },
  });
  await closeThrough(payments.loans, '2026-02-15');
  expect(await askToPay(payments, debtor, request)).toMatchObject({
    status: 410,
    body: { error: { code: 'quote_expired' } },
  });
});

test('a quote of somebody else’s loan is no quote', async () => {
  const [one, other] = [await aDebtorOn(payments, '2026-02-14'), await aDebtorOn(payments, '2026-02-14')];
  const { quoteId } = await aQuote(payments, other);
  await anExtensionToPay(payments, other);
  const answer = await askToPay(payments, one, { purpose: 'EXTENSION', method: 'MANUAL', quoteId });
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { fieldErrors: [{ field: 'quoteId', code: 'unknown' }] } },
  });
});
