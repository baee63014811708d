import { expect, test } from 'vitest';
import { getWhatIf } from '#api/endpoints/loans/get-what-if.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test.each([
  [{ lateDays: '0' }, 'lateDays.out_of_range'],
  [{ lateDays: '31' }, 'lateDays.out_of_range'],
  [{ lateDays: 'soon' }, 'lateDays.invalid'],
  [{ prepay: '0.5' }, 'prepay.out_of_range'],
  [{ prepay: '5000' }, 'prepay.out_of_range'],
  [{ prepay: '1,5' }, 'prepay.invalid'],
])('nothing is compared with %o', async (query, code) => {
  const { number, headers } = await aDebtor(payments);
  const answer = await callEndpoint(payments, getWhatIf, { params: { number }, headers, query });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual([code]);
});
