import { expect, test } from 'vitest';
import { getPayment } from '#api/endpoints/payments/get-payment.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { visibleAnswer } from '#tests/support/lending/lending-app.ts';
import {
  aDebtor,
  type Debtor,
  lookAt,
  loseAnswer,
  payByCard,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const read = ({ headers }: Debtor, id: string) => visibleAnswer(payments, getPayment, { params: { id }, headers });

test('another client’s payment is not there, byte for byte, whether it waits or has ended', async () => {
  const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
  const nobodys = await read(one, uuidv7());
  expect([nobodys.status, JSON.parse(nobodys.text).error.code]).toEqual([404, 'not_found']);
  const waiting = await startPayment(payments, other, { purpose: 'PAYOFF', method: 'MANUAL' });
  const paid = await payByCard(payments, other, { purpose: 'PAYOFF' });
  for (const { id } of [waiting, paid]) {
    expect(await read(one, id)).toEqual(nobodys);
    expect((await read(other, id)).status).toBe(200);
  }
});

test('a stranger’s look asks no bank, and finds no money', async () => {
  const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
  const { id } = await loseAnswer(payments, other, { purpose: 'PAYOFF' });
  payments.clock.pass({ seconds: 11 });
  const before = payments.world.requests.length;
  expect((await read(one, id)).status).toBe(404);
  expect(payments.world.requests.length).toBe(before);
  expect(await lookAt(payments, other, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44 });
});

test.each(['last', '1', '019bc215-3d00-7000-8000-00000000000Z'])('there is no payment %s', async (id) => {
  expect((await read(await aDebtor(payments), id)).status).toBe(404);
});
