import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { getPaymentOptions } from '#api/endpoints/payments/get-payment-options.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { authoriseCard } from '#server/lending/payments/authorise-card.ts';
import { queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aLoan, closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import {
  aCode,
  aDebtor,
  askToPay,
  lookAt,
  loseAnswer,
  payCode,
  startPayment,
  tokenFrom,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { aBorrower, proveAgain } from '#tests/support/people/borrower.ts';

const payments = withPayments();

const refusal = (code: string) => ({ kind: 'refused', status: 409, body: { error: { code } } });

test('another amount than the screen shows is noticed: yesterday’s payoff is not today’s', {
  tags: 'asvs-2.1.2',
}, async () => {
  const debtor = await aDebtor(payments);
  payments.clock.moveTo('2026-01-16');
  const request = { purpose: 'PAYOFF', amount: 509.44, method: 'MANUAL' };
  expect(await askToPay(payments, debtor, request)).toMatchObject(refusal('amount_changed'));
  expect(await askToPay(payments, debtor, { ...request, amount: 511.52 })).toMatchObject({ status: 201 });
});

test('a settlement is another sum once more has come in: what was shown is not taken for an ordinary payment', async () => {
  const value = { ...(SEED_POLICIES.flex as object), settlementDiscountPercent: 50 };
  await changeParameter(payments.db, { kind: 'policy', key: 'flex', from: '2026-02-01', value });
  const debtor = await aDebtor(payments);
  await closeThrough(payments.loans, '2026-03-02');
  await proveAgain(payments, debtor, ['activate-flex']);
  const { headers } = debtor;
  acceptedBody(await callEndpoint(payments, activateFlexPay, { headers, body: { acceptTerms: true } }));
  const request = { purpose: 'FLEX', amount: 548.15, method: 'MANUAL', settles: true };
  await pay(payments.loans, debtor.loan.id, 40, { use: { kind: 'arrangement' } });
  expect(await askToPay(payments, debtor, request)).toMatchObject(refusal('amount_changed'));
  const { settlement } = acceptedBody(await callEndpoint(payments, getFlexPay, { headers }));
  expect(settlement?.amount).toBeLessThan(548.15);
  const ends = await askToPay(payments, debtor, { ...request, amount: settlement?.amount });
  expect(ends).toMatchObject({ status: 201, body: { amount: settlement?.amount } });
  // Who does not say that it is one pays what they like, as before.
  const part = { purpose: 'FLEX', amount: 548.15, method: 'MANUAL' };
  expect(await askToPay(payments, debtor, part)).toMatchObject({ status: 201 });
});

test('nothing is taken for a loan that is paid', { tags: 'asvs-2.1.2' }, async () => {
  const debtor = await aDebtor(payments);
  await pay(payments.loans, debtor.loan.id, 509.44);
  const request = { purpose: 'PAYOFF', method: 'MANUAL' };
  expect(await askToPay(payments, debtor, request)).toMatchObject(refusal('loan_closed'));
});

test('an instalment of a single payment cannot be paid: there is none', async () => {
  const request = { purpose: 'INSTALLMENT', method: 'MANUAL' };
  const answer = await askToPay(payments, await aDebtor(payments), request);
  expect(answer).toMatchObject(refusal('purpose_not_available'));
});

test('while the bank has not said how a payment ended, no other is started', async () => {
  const debtor = await aDebtor(payments);
  await loseAnswer(payments, debtor, { purpose: 'PARTIAL', amount: 50 });
  const request = { purpose: 'PAYOFF', method: 'MANUAL' };
  expect(await askToPay(payments, debtor, request)).toMatchObject(refusal('payment_in_progress'));
});

describe('beside a card payment whose outcome is not known', () => {
  /** Its process was killed before the bank's answer came, and the bank is first queried after a minute and a half. */
  async function dead(request: object) {
    const debtor = await aDebtor(payments);
    const payment = await startPayment(payments, debtor, { method: 'NIUBIZ', ...request });
    if (payment.action?.type !== 'CARD_FORM') throw new Error('no card form');
    const { gateways } = payments.context;
    const authorise = () => Promise.reject(new Error('the process is gone'));
    const card = { ...gateways.card, authorise } as typeof gateways.card;
    const context = { ...payments.context, gateways: { ...gateways, card } };
    const key = payment.action.actionUrl.split('/').at(-1) ?? '';
    const token = await tokenFrom(payments, payment, 'approve');
    await expect(authoriseCard(context, key, token)).rejects.toThrow('the process is gone');
    return { debtor, id: payment.id };
  }

  test('what is safe can be paid at once, by code and by transfer: with it no more than is owed', async () => {
    const { debtor, id } = await dead({ purpose: 'PARTIAL', amount: 50 });
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'PROCESSING' });
    const { purposes, methods, inProgress } = acceptedBody(
      await callEndpoint(payments, getPaymentOptions, { params: { number: debtor.number }, headers: debtor.headers }),
    );
    expect(purposes).toEqual([{ code: 'PARTIAL', min: 1, max: 459.44, explanation: 'pays_a_part' }]);
    expect([inProgress, methods.filter(({ available }) => !available)]).toMatchObject([
      id,
      [{ code: 'NIUBIZ', why: 'payment_in_progress' }],
    ]);
    const rest = { purpose: 'PARTIAL', amount: 459.44 };
    expect(await askToPay(payments, debtor, { ...rest, method: 'MANUAL' })).toMatchObject({ status: 201 });
    const { code } = await aCode(payments, debtor, rest);
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    payments.clock.pass({ minutes: 5 });
    await queryPayments(payments.context);
    expect((await stored(payments.loans, debtor.loan.id)).loan.facts).toHaveLength(1);
  });

  test('what could be paid twice, and every card, has to wait, and the client is told how long', async () => {
    const { debtor } = await dead({ purpose: 'PARTIAL', amount: 50 });
    payments.clock.pass({ seconds: 30 });
    for (const request of [
      { purpose: 'PARTIAL', amount: 459.45, method: 'MANUAL' },
      { purpose: 'PAYOFF', method: 'PAGOEFECTIVO' },
      { purpose: 'PARTIAL', amount: 10, method: 'NIUBIZ' },
    ]) {
      const answer = await askToPay(payments, debtor, request);
      expect(answer).toMatchObject(refusal('payment_in_progress'));
      expect(answer.headers.get('retry-after')).toBe('60');
    }
  });
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
