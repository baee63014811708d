import { expect, test } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { getPaymentOptions } from '#api/endpoints/payments/get-payment-options.ts';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { makePaymentPreview } from '#api/endpoints/payments/make-payment-preview.ts';
import { dueDocuments } from '#server/lending/loan-documents/due-documents.ts';
import type { DisbursedLoan } from '#server/lending/loan-documents/statement.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { dayOn } from '#tests/support/loan/loans.ts';
import { trusted } from '#tests/support/loans/client-loans.ts';
import { closeThrough, stored } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, payByCard, withPayments } from '#tests/support/payments/payments.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';

const payments = withPayments();
const DAY = '2026-01-25';
/** S/ 200 on day 10 of EX1 (domain 3.8), at the fees of the day. */
const COMING = { amount: 200, dueDate: '2026-02-14' };

/** EX1 on day 10, with S/ 200 signed and not paid out. */
async function aSignedTopUp(): Promise<Debtor> {
  const debtor = await aDebtor(payments);
  await proveAgain(payments, debtor, ['top-up']);
  await closeThrough(payments.loans, DAY);
  await trusted(payments, debtor.personId);
  acceptedBody(await callEndpoint(payments, requestTopUp, { headers: debtor.headers, body: { principal: 200 } }));
  acceptedBody(await callEndpoint(payments, signTopUp, { headers: debtor.headers, body: { acceptTerms: true } }));
  return debtor;
}

const told = async ({ personId }: Debtor) =>
  (
    await payments.db.kysely
      .selectFrom('notification')
      .select(['kind', 'read_at'])
      .where('person_id', '=', personId)
      .execute()
  ).map(({ kind }) => kind);
const papersOf = async ({ loan }: Debtor, day = DAY) =>
  dueDocuments((await stored(payments.loans, loan.id)).loan as DisbursedLoan, dayOn(day)).map(({ type }) => type);
const loanOf = async ({ headers }: Debtor) =>
  acceptedBody(await callEndpoint(payments, getActiveLoan, { headers })).loan;

async function payOff(debtor: Debtor) {
  const { headers, number } = debtor;
  const params = { number };
  const options = acceptedBody(await callEndpoint(payments, getPaymentOptions, { params, headers }));
  const end = options.purposes.find(({ code }) => code === 'PAYOFF');
  expect(end?.explanation).toBe('ends_what_is_owed');
  const amount = end?.amount ?? 0;
  const quote = acceptedBody(await callEndpoint(payments, getPayoffQuote, { params, headers }));
  expect(quote).toMatchObject({ total: amount, topUpComing: COMING });
  const body = { amount, date: DAY };
  const preview = acceptedBody(await callEndpoint(payments, makePaymentPreview, { params, headers, body }));
  expect(preview).toMatchObject({ paysOff: false, outstandingAfter: 0, topUpComing: quote.topUpComing });
  const payment = await payByCard(payments, debtor, { purpose: 'PAYOFF', amount });
  expect(payment).toMatchObject({ status: 'SUCCEEDED', paysOff: false, topUpComing: quote.topUpComing });
  return quote.topUpComing?.left;
}

test('paying early ends the first part: nobody is told that the loan is paid, and what is left is what was said', async () => {
  const debtor = await aSignedTopUp();
  const left = await payOff(debtor);
  expect(await loanOf(debtor)).toMatchObject({ status: 'PERFORMING', totalOutstanding: 0, topUpStatus: 'DISBURSING' });
  expect(await told(debtor)).toContain('top-up-left');
  expect(await told(debtor)).not.toContain('loan-paid-off');
  expect(await papersOf(debtor)).not.toContain('PAID_OFF_CERTIFICATE');

  await dispatchDisbursements(payments.loans.context);
  const loan = await loanOf(debtor);
  expect(loan).toMatchObject({ status: 'PERFORMING', topUpStatus: null, nextPaymentDate: '2026-02-14' });
  expect(loan?.totalOutstanding).toBe(left);
  const events = await payments.db.kysely.selectFrom('loan_event').select('event').execute();
  expect(events.map(({ event }) => event)).not.toContain('settled');
});

test('when the bank refuses the top-up the loan is paid in full, and the client is told', async () => {
  const debtor = await aSignedTopUp();
  await payOff(debtor);
  payments.loans.bank.mode = 'rejects';
  await dispatchDisbursements(payments.loans.context);
  expect((await stored(payments.loans, debtor.loan.id)).loan.status).toBe('PAID');
  expect(await told(debtor)).toEqual(expect.arrayContaining(['top-up-failed', 'loan-paid-off']));
  expect(await papersOf(debtor)).toContain('PAID_OFF_CERTIFICATE');
});

test('with nights between: a top-up of an earlier date that becomes known later leaves what was said and the interest of its days', async () => {
  const debtor = await aSignedTopUp();
  payments.loans.bank.mode = 'lost';
  await dispatchDisbursements(payments.loans.context);
  payments.loans.bank.mode = 'pays';
  payments.loans.bank.valueDate = DAY;
  await closeThrough(payments.loans, '2026-01-26');
  const { headers, number } = debtor;
  const { total, topUpComing } = acceptedBody(
    await callEndpoint(payments, getPayoffQuote, { params: { number }, headers }),
  );
  await payByCard(payments, debtor, { purpose: 'PAYOFF', amount: total });
  payments.clock.pass({ minutes: 10 });
  await dispatchDisbursements(payments.loans.context);
  const loan = await loanOf(debtor);
  expect(loan).toMatchObject({ topUpStatus: null, principalOutstanding: 200 });
  // The interest of its own days: one more than if it had come today.
  expect((loan?.totalOutstanding ?? 0) - (topUpComing?.left ?? 0)).toBeCloseTo(0.51, 1);
});
