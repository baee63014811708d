import { expect, test } from 'vitest';
import { makePaymentPreview } from '#api/endpoints/payments/make-payment-preview.ts';
import { visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const preview = ({ headers }: Debtor, number: string, body: object) =>
  visibleAnswer(payments, makePaymentPreview, { params: { number }, headers, body });

test.each([
  ['that would do', { amount: 300, date: '2026-02-14' }],
  ['of nothing', { amount: 0, date: '2026-02-14' }],
  ['on a day that is over', { amount: 300, date: '2026-01-14' }],
  ['with a mode', { amount: 300, date: '2026-01-20', mode: 'REDUCE_TERM' }],
])('a payment %s to another client’s loan is answered as if there were no such loan', async (_, body) => {
  const [one, other] = [await aDebtor(payments), await aDebtor(payments, EX2_TERMS)];
  const nobodys = await preview(one, 'P-2026-9999999', body);
  expect([nobodys.status, JSON.parse(nobodys.text).error.code]).toEqual([404, 'not_found']);
  expect(await preview(one, other.number, body)).toEqual(nobodys);
  expect((await preview(other, other.number, body)).status).not.toBe(404);
});
