import { expect, test } from 'vitest';
import { matchMoney } from '#server/lending/payments/match-money.ts';
import { refundPayment } from '#server/lending/payments/refund-payment.ts';
import { transfer } from '#tests/support/arrangements/extensions.ts';
import { closeThrough } from '#tests/support/loans/loan-service.ts';
import { aDebtor, lookAt, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const REQUEST = { purpose: 'PARTIAL', amount: 200, method: 'MANUAL' } as const;

/** Money of 15/01 that names a payment of a loan which was paid out on the 20th: nobody's until a person looks. */
async function namedWrongly() {
  const owner = await aDebtor(payments);
  await closeThrough(payments.loans, '2026-01-20');
  const other = await aDebtor(payments);
  const wrong = await startPayment(payments, other, REQUEST);
  const { kind, money } = await transfer(payments, wrong, 200, '2026-01-15');
  expect(kind).toBe('unapplied');
  return { owner, other, wrong, moneyId: money.id };
}

test('money that named one payment and is another’s is that one’s, and nobody’s list fails', async () => {
  const { owner, other, wrong, moneyId } = await namedWrongly();
  const right = await startPayment(payments, owner, REQUEST);
  expect((await matchMoney(payments.context, moneyId, { paymentId: right.id }, { operator: 'Ana' })).kind).toBe(
    'matched',
  );
  expect(await lookAt(payments, owner, right.id)).toMatchObject({
    status: 'SUCCEEDED',
    outcome: 'EXACT',
    received: 200,
    applied: true,
  });
  expect(await lookAt(payments, other, wrong.id)).toMatchObject({ applied: false, allocation: null });
  const given = await refundPayment(payments.context, wrong.id, { operator: 'Ana', reason: 'Nothing of it is there.' });
  expect(given).toMatchObject({ kind: 'refused', status: 409 });
});

test('money that named a payment and is another loan’s shows on the payment as not applied', async () => {
  const { owner, other, wrong, moneyId } = await namedWrongly();
  const matched = await matchMoney(payments.context, moneyId, { loanNumber: owner.number }, { operator: 'Ana' });
  expect(matched.kind).toBe('matched');
  expect(await lookAt(payments, other, wrong.id)).toMatchObject({ applied: false, allocation: null, received: 200 });
});

test('money that is matched late has a receipt number of its own, and changes that of no other payment', async () => {
  const { owner, moneyId } = await namedWrongly();
  const booked = await startPayment(payments, owner, REQUEST);
  await transfer(payments, booked, 200, '2026-01-20');
  const first = `${owner.number}-1`;
  expect((await lookAt(payments, owner, booked.id)).receipt).toBe(first);
  const late = await startPayment(payments, owner, REQUEST);
  expect((await matchMoney(payments.context, moneyId, { paymentId: late.id }, { operator: 'Ana' })).kind).toBe(
    'matched',
  );
  const receipts = [booked, late].map(async ({ id }) => (await lookAt(payments, owner, id)).receipt);
  expect(await Promise.all(receipts)).toEqual([first, `${owner.number}-2`]);
});
