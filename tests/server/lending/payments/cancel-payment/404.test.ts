import { expect, test } from 'vitest';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { visibleAnswer } from '#tests/support/lending/lending-app.ts';
import {
  aDebtor,
  type Debtor,
  lookAt,
  payByCard,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const cancel = ({ headers }: Debtor, id: string) => visibleAnswer(payments, cancelPayment, { params: { id }, headers });

test('nobody gives up another client’s payment: it is not there, byte for byte, and goes on waiting', async () => {
  const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
  const { id } = await startPayment(payments, other, { purpose: 'PAYOFF', method: 'MANUAL' });
  const nobodys = await cancel(one, uuidv7());
  expect([nobodys.status, JSON.parse(nobodys.text).error.code]).toEqual([404, 'not_found']);
  expect(await cancel(one, id)).toEqual(nobodys);
  expect(await lookAt(payments, other, id)).toMatchObject({ status: 'PENDING_CUSTOMER', canCancel: true });
});

test('one that could not be given up by its own client is not there either', async () => {
  const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
  const { id } = await payByCard(payments, other, { purpose: 'PAYOFF' });
  expect(await cancel(one, id)).toEqual(await cancel(one, uuidv7()));
  expect((await cancel(other, id)).status).toBe(409);
});
