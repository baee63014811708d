import { test as base, describe, expect } from 'vitest';
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
const test = base.extend('debtor', () => aDebtor(payments));

describe('200', () => {
  const queries = () => payments.world.requests.filter((request) => request.includes('/retrieve/purchase')).length;

  test('reading a payment whose answer was lost asks the bank, and finds the money', async ({ debtor }) => {
    const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
    payments.clock.pass({ seconds: 11 });
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44, paysOff: true });
  });

  test('the bank is not asked with every look: ten screens ask once in ten seconds', async ({ debtor }) => {
    const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' }, 'say-nothing');
    const before = queries();
    payments.clock.pass({ seconds: 11 });
    await Promise.all(Array.from({ length: 10 }, () => lookAt(payments, debtor, id)));
    expect(queries() - before).toBe(1);
  });

  test('a bank that cannot be reached keeps nobody from reading', async ({ debtor }) => {
    const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
    payments.clock.pass({ seconds: 11 });
    payments.world.isDown = true;
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'UNKNOWN', received: 0 });
  });

  test('what a card payment waits for is less every minute, and gone when it has ended', async ({ debtor }) => {
    const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
    payments.clock.pass({ minutes: 12 });
    expect((await lookAt(payments, debtor, id)).action).toMatchObject({ type: 'CARD_FORM', expirationMinutes: 8 });
  });

  test('a bank that takes another amount than it was asked for is booked as what it took', async ({ debtor }) => {
    const { received, outcome, paysOff, status } = await payByCard(
      payments,
      debtor,
      { purpose: 'PAYOFF' },
      'approve-less',
    );
    expect({ received, outcome, paysOff, status }).toEqual({
      received: 508.44,
      outcome: 'PARTIAL',
      paysOff: false,
      status: 'SUCCEEDED',
    });
  });
});

describe('404', () => {
  const read = ({ headers }: Debtor, id: string) => visibleAnswer(payments, getPayment, { params: { id }, headers });

  test('another client’s payment is not there, byte for byte, whether it waits or has ended', async () => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const absent = await read(one, uuidv7(Date.now()));
    expect([absent.status, JSON.parse(absent.text).error.code]).toEqual([404, 'not_found']);
    const waiting = await startPayment(payments, other, { purpose: 'PAYOFF', method: 'MANUAL' });
    const paid = await payByCard(payments, other, { purpose: 'PAYOFF' });
    for (const { id } of [waiting, paid]) {
      expect(await read(one, id)).toEqual(absent);
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
});
