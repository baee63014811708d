import { expect, test } from 'vitest';
import { listPayments } from '#api/endpoints/payments/list-payments.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('a cursor or a loan number that is none is refused', async () => {
  const { headers } = await aDebtor(payments);
  const answer = await callEndpoint(payments, listPayments, { headers, query: { cursor: '1', loan: 'x' } });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer).sort()).toEqual(['cursor.invalid', 'loan.invalid']);
});
