import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aDebtor, askToPay, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('a key is used for one wish only', async () => {
  const debtor = await aDebtor(payments);
  const key = randomUUID();
  await askToPay(payments, debtor, { purpose: 'PARTIAL', amount: 50, method: 'MANUAL' }, key);
  const other = await askToPay(payments, debtor, { purpose: 'PARTIAL', amount: 60, method: 'MANUAL' }, key);
  expect(other).toMatchObject({ status: 422, body: { error: { code: 'idempotency_mismatch' } } });
});

test('two people may use the same key', async () => {
  const key = randomUUID();
  const request = { purpose: 'PAYOFF', method: 'MANUAL' };
  const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
  expect((await askToPay(payments, one, request, key)).status).toBe(201);
  expect((await askToPay(payments, other, request, key)).status).toBe(201);
});
