import { expect, test } from 'vitest';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aDebtor, payByCard, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test.each(['approve', 'insufficient-funds', 'take-and-hang-up'] as const)(
  'a card payment whose bank was asked (%s) cannot be given up',
  async (behaviour) => {
    const debtor = await aDebtor(payments);
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' }, behaviour);
    const answer = await callEndpoint(payments, cancelPayment, { params: { id }, headers: debtor.headers });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'payment_state' } } });
  },
);
