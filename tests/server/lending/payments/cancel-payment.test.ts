import { describe, expect, test } from 'vitest';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { acceptedBody, callEndpoint, visibleAnswer } from '#tests/support/lending/lending-app.ts';
import {
  aDebtor,
  type Debtor,
  lookAt,
  payByCard,
  postToken,
  startPayment,
  tokenFrom,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();

describe('200', () => {
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
});

describe('404', () => {
  const cancel = ({ headers }: Debtor, id: string) =>
    visibleAnswer(payments, cancelPayment, { params: { id }, headers });

  test('nobody gives up another client’s payment: it is not there, byte for byte, and goes on waiting', async () => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const { id } = await startPayment(payments, other, { purpose: 'PAYOFF', method: 'MANUAL' });
    const absent = await cancel(one, uuidv7(Date.now()));
    expect([absent.status, JSON.parse(absent.text).error.code]).toEqual([404, 'not_found']);
    expect(await cancel(one, id)).toEqual(absent);
    expect(await lookAt(payments, other, id)).toMatchObject({ status: 'PENDING_CUSTOMER', canCancel: true });
  });

  test('one that could not be given up by its own client is not there either', async () => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const { id } = await payByCard(payments, other, { purpose: 'PAYOFF' });
    expect(await cancel(one, id)).toEqual(await cancel(one, uuidv7(Date.now())));
    expect((await cancel(other, id)).status).toBe(409);
  });
});

describe('409', () => {
  test.each(['approve', 'insufficient-funds', 'take-and-hang-up'] as const)(
    'a card payment whose bank was asked (%s) cannot be given up',
    async (behaviour) => {
      const debtor = await aDebtor(payments);
      const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' }, behaviour);
      const answer = await callEndpoint(payments, cancelPayment, { params: { id }, headers: debtor.headers });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'payment_state' } } });
    },
  );
});
