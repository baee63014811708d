import { expect, test } from 'vitest';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { termsOf } from '#tests/support/loan/loans.ts';
import { LONG } from '#tests/support/loan/products.ts';
import { aDebtor, askToPay, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test.each([
  [{ purpose: 'PARTIAL', method: 'MANUAL' }, ['amount.required']],
  [{ purpose: 'PARTIAL', method: 'MANUAL', amount: 0.5 }, ['amount.out_of_range']],
  [{ purpose: 'PARTIAL', method: 'MANUAL', amount: 509.44 }, ['amount.out_of_range']],
  [{ purpose: 'PARTIAL', method: 'MANUAL', amount: 'much' }, ['amount.invalid']],
  [{ purpose: 'PAYOFF', method: 'CASH' }, ['method.not_allowed']],
  [{ purpose: 'EVERYTHING', method: 'MANUAL' }, ['purpose.not_allowed']],
  [{ purpose: 'PAYOFF', method: 'MANUAL', mode: 'ADVANCE' }, ['mode.not_allowed']],
  [{ purpose: 'PAYOFF', method: 'MANUAL', settles: true }, ['settles.not_allowed']],
  [{ purpose: 'EXTENSION', method: 'MANUAL' }, ['quoteId.required']],
  [{ purpose: 'EXTENSION', method: 'MANUAL', quoteId: '019bc215-3d00-7000-8000-000000000001' }, ['quoteId.unknown']],
  [{ purpose: 'PAYOFF', method: 'MANUAL', quoteId: '019bc215-3d00-7000-8000-000000000001' }, ['quoteId.not_allowed']],
])('%j is refused', async (request, codes) => {
  const answer = await askToPay(payments, await aDebtor(payments), request);
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
});

test('more than a card takes at once is refused before the form is opened', { tags: 'asvs-2.3.2' }, async () => {
  const debtor = await aDebtor(payments, termsOf(LONG, 6000, 12));
  const answer = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
  expect(fieldCodes(answer)).toEqual(['method.out_of_range']);
  expect(payments.world.requests).toEqual([]);
});

test('a key that is none is refused', async () => {
  const answer = await askToPay(payments, await aDebtor(payments), { purpose: 'PAYOFF', method: 'MANUAL' }, 'x');
  expect(fieldCodes(answer)).toEqual(['Idempotency-Key.invalid']);
});

test('a loan number that is none is a field error, not a missing loan', async () => {
  const { headers } = await aDebtor(payments);
  const body = { loanNumber: '12', purpose: 'PAYOFF', method: 'MANUAL' };
  expect(fieldCodes(await callEndpoint(payments, makePayment, { headers, body }))).toEqual(['loanNumber.invalid']);
});
