import { expect, test } from 'vitest';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { sendVoucher } from '#api/endpoints/payments/send-voucher.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

const refusal = { status: 409, body: { error: { code: 'payment_state' } } };
const body = { operationNumber: 'E-5005', bankId: 'BCP', paidAt: '2026-01-15', amount: 509.44 };

test('a card payment and a payment that was given up take no voucher', async () => {
  const debtor = await aDebtor(payments);
  const { headers } = debtor;
  const card = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
  const transfer = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  await callEndpoint(payments, cancelPayment, { params: { id: transfer.id }, headers });
  for (const { id } of [card, transfer]) {
    expect(await callEndpoint(payments, sendVoucher, { params: { id }, headers, body })).toMatchObject(refusal);
  }
});
