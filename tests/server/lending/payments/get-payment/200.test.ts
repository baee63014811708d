import { expect, test } from 'vitest';
import {
  aDebtor,
  lookAt,
  loseAnswer,
  payByCard,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const queries = () => payments.world.requests.filter((request) => request.includes('/retrieve/purchase')).length;

test('reading a payment whose answer was lost asks the bank, and finds the money', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
  payments.clock.pass({ seconds: 11 });
  expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44, paysOff: true });
});

test('the bank is not asked with every look: ten screens ask once in ten seconds', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' }, 'say-nothing');
  const before = queries();
  payments.clock.pass({ seconds: 11 });
  await Promise.all(Array.from({ length: 10 }, () => lookAt(payments, debtor, id)));
  expect(queries() - before).toBe(1);
});

test('a bank that cannot be reached keeps nobody from reading', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
  payments.clock.pass({ seconds: 11 });
  payments.world.isDown = true;
  expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'UNKNOWN', received: 0 });
});

test('what a card payment waits for is less every minute, and gone when it has ended', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
  payments.clock.pass({ minutes: 12 });
  expect((await lookAt(payments, debtor, id)).action).toMatchObject({ type: 'CARD_FORM', expirationMinutes: 8 });
});

test('a bank that takes another amount than it was asked for is booked as what it took', async () => {
  const debtor = await aDebtor(payments);
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
