import { expect, test } from 'vitest';
import { makePaymentPreview } from '#api/endpoints/payments/make-payment-preview.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test.each([
  [{ amount: 0, date: '2026-01-20' }, ['amount.out_of_range']],
  [{ amount: -5, date: '2026-01-20' }, ['amount.out_of_range']],
  [{ amount: 10.005, date: '2026-01-20' }, ['amount.invalid']],
  [{ amount: 10, date: '2026-01-14' }, ['date.past']],
  [{ amount: 10, date: '2026-02-15' }, ['date.out_of_range']],
  [{ amount: 10, date: '2026-01-20', mode: 'FASTER' }, ['mode.not_allowed']],
  [{ date: '2026-01-20' }, ['amount.required']],
])('a preview of %j is refused', async (body, codes) => {
  const { number, headers } = await aDebtor(payments);
  const answer = await callEndpoint(payments, makePaymentPreview, { params: { number }, headers, body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
});
