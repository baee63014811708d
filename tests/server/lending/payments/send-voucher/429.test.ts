import { expect, test } from 'vitest';
import { sendVoucher } from '#api/endpoints/payments/send-voucher.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aDebtor, createPayments, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('twenty vouchers at once are all one client sends, to however many copies of the service', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const other = createPayments(payments.db);
  const body = { operationNumber: 'A-2001', bankId: 'BCP', paidAt: '2026-01-15', amount: 509.44 };
  const call = { params: { id }, headers: debtor.headers, body };
  const statuses = [];
  for (let k = 0; k < 21; k += 1) {
    statuses.push((await callEndpoint(k % 2 === 0 ? payments : other, sendVoucher, call)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});
