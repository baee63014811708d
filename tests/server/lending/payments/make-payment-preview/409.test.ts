import { expect, test } from 'vitest';
import { makePaymentPreview } from '#api/endpoints/payments/make-payment-preview.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('nothing would be paid of a loan that is paid', async () => {
  const { number, headers, loan } = await aDebtor(payments);
  await pay(payments.loans, loan.id, 509.44);
  const body = { amount: 10, date: '2026-01-15' };
  const answer = await callEndpoint(payments, makePaymentPreview, { params: { number }, headers, body });
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'loan_closed' } } });
});
