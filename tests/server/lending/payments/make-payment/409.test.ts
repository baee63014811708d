import { expect, test } from 'vitest';
import { aLoan, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, askToPay, loseAnswer, withPayments } from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const payments = withPayments();

const refusal = (code: string) => ({ kind: 'refused', status: 409, body: { error: { code } } });

test('another amount than the screen shows is noticed: yesterday’s payoff is not today’s', async () => {
  const debtor = await aDebtor(payments);
  payments.clock.moveTo('2026-01-16');
  const wish = { purpose: 'PAYOFF', amount: 509.44, method: 'MANUAL' };
  expect(await askToPay(payments, debtor, wish)).toMatchObject(refusal('amount_changed'));
  expect(await askToPay(payments, debtor, { ...wish, amount: 511.52 })).toMatchObject({ status: 201 });
});

test('nothing is taken for a loan that is paid', async () => {
  const debtor = await aDebtor(payments);
  await pay(payments.loans, debtor.loan.id, 509.44);
  const wish = { purpose: 'PAYOFF', method: 'MANUAL' };
  expect(await askToPay(payments, debtor, wish)).toMatchObject(refusal('loan_closed'));
});

test('an instalment of a single payment cannot be paid: there is none', async () => {
  const wish = { purpose: 'INSTALLMENT', method: 'MANUAL' };
  const answer = await askToPay(payments, await aDebtor(payments), wish);
  expect(answer).toMatchObject(refusal('purpose_not_available'));
});

test('while the bank has not said how a payment ended, no other is started', async () => {
  const debtor = await aDebtor(payments);
  await loseAnswer(payments, debtor, { purpose: 'PARTIAL', amount: 50 });
  const wish = { purpose: 'PAYOFF', method: 'MANUAL' };
  expect(await askToPay(payments, debtor, wish)).toMatchObject(refusal('payment_in_progress'));
});

test('a provider that needs to reach the client is not asked when nobody knows their e-mail', async () => {
  const borrower = await aBorrower(payments, { email: undefined as never });
  const { loan } = await aLoan(payments.loans, undefined, borrower.personId);
  const answer = await askToPay(
    payments,
    { ...borrower, number: loan.number },
    { purpose: 'PAYOFF', method: 'PAGOEFECTIVO' },
  );
  expect(answer).toMatchObject(refusal('contact_data_missing'));
  expect(payments.world.requests).toEqual([]);
});
