import { expect, test } from 'vitest';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test.each([
  ['2026-01-14', 'date.past'],
  ['2026-02-15', 'date.out_of_range'],
  ['2026-02-30', 'date.invalid'],
  ['tomorrow', 'date.invalid'],
])('nobody is told what the loan costs on %s', async (date, code) => {
  const { number, headers } = await aDebtor(payments);
  const answer = await callEndpoint(payments, getPayoffQuote, { params: { number }, headers, query: { date } });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual([code]);
});
