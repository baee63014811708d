import { expect, test } from 'vitest';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import {
  aDebtor,
  type Debtor,
  postToken,
  startPayment,
  tokenFrom,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();

const cancel = async ({ headers }: Debtor, id: string) =>
  acceptedBody(await callEndpoint(payments, cancelPayment, { params: { id }, headers }));

test('a payment that waits can be given up, twice', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  expect(await cancel(debtor, id)).toMatchObject({ status: 'CANCELLED', action: null, canCancel: false });
  expect(await cancel(debtor, id)).toMatchObject({ status: 'CANCELLED' });
});

test('a form that was left open takes no money any more', async () => {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
  const token = await tokenFrom(payments, payment, 'approve');
  if (payment.action?.type !== 'CARD_FORM') throw new Error('no form');
  await cancel(debtor, payment.id);
  await postToken(payments, payment.action.actionUrl, token);
  expect(await cancel(debtor, payment.id)).toMatchObject({ status: 'CANCELLED', received: 0 });
  expect(payments.world.requests.some((request) => request.includes('/authorization/ecommerce'))).toBe(false);
});
