import { expect, test } from 'vitest';
import { getPayoffQuote } from '#api/endpoints/get-payoff-quote.ts';
import { aBorrower } from '#tests/support/borrower.ts';
import { callEndpoint } from '#tests/support/lending-app.ts';
import { anOriginatedLoan } from '#tests/support/loan-service.ts';
import { withPayments } from '#tests/support/payments.ts';

const payments = withPayments();

test('a loan that has not reached its client has no payoff', async () => {
  const { personId, headers } = await aBorrower(payments);
  const { loan } = await anOriginatedLoan(payments.loans, undefined, personId);
  const answer = await callEndpoint(payments, getPayoffQuote, { params: { number: loan.number }, headers, query: {} });
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'loan_closed' } } });
});
