import { expect, test } from 'vitest';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { anOriginatedLoan } from '#tests/support/loans/loan-service.ts';
import { withPayments } from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const payments = withPayments();

test('a loan that has not reached its client has no payoff', async () => {
  const { personId, headers } = await aBorrower(payments);
  const { loan } = await anOriginatedLoan(payments.loans, undefined, personId);
  const answer = await callEndpoint(payments, getPayoffQuote, { params: { number: loan.number }, headers, query: {} });
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'loan_closed' } } });
});
