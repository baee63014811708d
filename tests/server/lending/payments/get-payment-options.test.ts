import { describe, expect, test } from 'vitest';
import { getPaymentOptions } from '#api/endpoints/payments/get-payment-options.ts';
import { TERMS_EXAMPLE } from '#api/explained-term.ts';
import { acceptedBody, callEndpoint, createTestLending, visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan, anOriginatedLoan, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, loseAnswer, withPayments } from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const payments = withPayments();

describe('200', () => {
  const optionsOf = async ({ number, headers }: Pick<Debtor, 'number' | 'headers'>) =>
    acceptedBody(await callEndpoint(payments, getPaymentOptions, { params: { number }, headers }));

  test('a single payment can be ended, paid in part or extended, today', async () => {
    const debtor = await aDebtor(payments);
    payments.clock.moveTo('2026-01-27');
    const { purposes, inProgress } = await optionsOf(debtor);
    expect(purposes).toEqual([
      { code: 'PAYOFF', amount: 534.59, explanation: 'ends_the_loan', terms: TERMS_EXAMPLE },
      { code: 'PARTIAL', min: 1, max: 534.58, explanation: 'pays_a_part' },
      { code: 'EXTENSION', min: 14.04, max: 48.25, explanation: 'moves_the_due_date' },
    ]);
    expect(inProgress).toBeNull();
  });

  test('early money of an instalment loan can go three ways', async () => {
    const debtor = await aDebtor(payments, EX2_TERMS);
    const { purposes } = await optionsOf(debtor);
    expect(purposes.at(-1)).toMatchObject({
      code: 'PREPAY',
      modes: ['REDUCE_TERM', 'REDUCE_INSTALLMENT', 'ADVANCE'],
    });
  });

  test('every way to pay says how soon it confirms and what one payment can be', {
    tags: 'promise-payments-that-wait-or-are-being-confirmed',
  }, async () => {
    const { methods } = await optionsOf(await aDebtor(payments));
    expect(methods).toContainEqual({ code: 'NIUBIZ', available: true, confirms: 'seconds', min: 1, max: 5000 });
    expect(methods).toContainEqual({ code: 'BCP_AGENTE', available: true, confirms: 'minutes', min: 1, max: 10000 });
    expect(methods).toContainEqual({ code: 'MANUAL', available: true, confirms: 'hours', min: 0.01, max: null });
  });

  test('without providers there is nothing to pay with, and each method says so', async () => {
    const lending = createTestLending(payments.db);
    const { headers, number } = await aDebtor(payments);
    const { methods } = acceptedBody(await callEndpoint(lending, getPaymentOptions, { params: { number }, headers }));
    expect(new Set(methods.map(({ available, why }) => `${available} ${why}`))).toEqual(new Set(['false not_offered']));
  });

  test('a client whose e-mail nobody knows can transfer, and nothing else', async () => {
    const borrower = await aBorrower(payments, { email: undefined as never });
    const { loan } = await aLoan(payments.loans, undefined, borrower.personId);
    const { methods } = await optionsOf({ ...borrower, number: loan.number });
    expect(methods.filter(({ available }) => available).map(({ code }) => code)).toEqual(['MANUAL']);
    expect(methods[0]?.why).toBe('contact_data_missing');
  });

  test('while the outcome of a payment is unknown, the options name it', async () => {
    const debtor = await aDebtor(payments);
    const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
    expect((await optionsOf(debtor)).inProgress).toBe(id);
  });

  test('nothing can be paid of a loan that is paid', async () => {
    const debtor = await aDebtor(payments);
    await pay(payments.loans, debtor.loan.id, 509.44);
    expect((await optionsOf(debtor)).purposes).toEqual([]);
  });
});

describe('404', () => {
  const ask = ({ headers }: Pick<Debtor, 'headers'>, number: string) =>
    visibleAnswer(payments, getPaymentOptions, { params: { number }, headers });

  test('another client’s loan is not there, byte for byte, whatever its status', async () => {
    const [debtor, owed, repaid] = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)];
    await pay(payments.loans, repaid.loan.id, 509.44);
    const waiting = await anOriginatedLoan(payments.loans);
    const absent = await ask(debtor, 'P-2026-9999999');
    expect([absent.status, JSON.parse(absent.text).error.code]).toEqual([404, 'not_found']);
    for (const number of [owed.number, repaid.number, waiting.loan.number]) {
      expect(await ask(debtor, number)).toEqual(absent);
    }
    expect((await ask(owed, owed.number)).status).toBe(200);
  });

  test.each(['active', 'P-2026-1', 'p-2026-0000001', "' or 1=1 --"])('there is no loan %s', async (number) => {
    expect((await ask(await aDebtor(payments), number)).status).toBe(404);
  });
});
