import { expect, test } from 'vitest';
import { aDebtor, askToPay, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('somebody else’s loan is as little there as one that does not exist', async () => {
  const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
  const request = { purpose: 'PAYOFF', method: 'MANUAL' };
  const theirs = await askToPay(payments, one, { ...request, loanNumber: other.number });
  const nobodys = await askToPay(payments, one, { ...request, loanNumber: 'P-2026-9999999' });
  expect(theirs.status).toBe(404);
  expect(theirs.body).toEqual(nobodys.body);
});
