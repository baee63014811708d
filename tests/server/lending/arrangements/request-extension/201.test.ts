import { describe, expect, test } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { expireExtensions } from '#server/lending/arrangements/expire-extensions.ts';
import { aDebtorOn, anExtensionToPay, aQuote, askToExtend, transfer } from '#tests/support/arrangements/extensions.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { closeThrough } from '#tests/support/loans/loan-service.ts';
import { type Debtor, lookAt, postToken, tokenFrom, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const loanOf = async ({ headers }: Debtor) =>
  acceptedBody(await callEndpoint(payments, getActiveLoan, { headers })).loan;
const latestOf = async ({ headers }: Debtor) =>
  acceptedBody(await callEndpoint(payments, getExtensionOptions, { headers })).latest;

test('EX1 is extended by 14 days on its due date for 26,22, by card', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const { quoteId } = await aQuote(payments, debtor);
  const payment = acceptedBody(await askToExtend(payments, debtor, { quoteId, method: 'NIUBIZ' }));
  expect(payment).toMatchObject({ purpose: 'EXTENSION', amount: 26.22, status: 'PENDING_CUSTOMER' });
  if (payment.action?.type !== 'CARD_FORM') throw new Error('no card form');
  await postToken(payments, payment.action.actionUrl, await tokenFrom(payments, payment, 'approve'));
  expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
    status: 'SUCCEEDED',
    allocation: { principal: 0, interest: 14.22, fees: { extensionFee: 8 }, vat: 4, credit: 0 },
  });
  expect(await loanOf(debtor)).toMatchObject({
    status: 'PERFORMING',
    nextPaymentDate: '2026-02-28',
    totalDue: 573.03,
    extension: { count: 1, active: true },
  });
  expect(await latestOf(debtor)).toMatchObject({ quoteId, status: 'ACTIVE', price: 26.22, missing: null });
});

test('under a cap that was lowered since the contract, its interest is the cap’s: 23,98 instead of 26,22', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  await setTheCap(payments.db, '2026-02-01', '90.00');
  const payment = await anExtensionToPay(payments, debtor);
  expect(payment.amount).toBe(23.98);
  await transfer(payments, payment, 23.98, '2026-02-14');
  expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
    allocation: { interest: 12.32, fees: { extensionFee: 8 }, vat: 3.66, credit: 0 },
  });
  expect(await loanOf(debtor)).toMatchObject({ nextPaymentDate: '2026-02-28', totalDue: 573.03 });
});

test('ten days late it costs 40,68, and the loan is in order again', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-24');
  const payment = await anExtensionToPay(payments, debtor);
  expect(payment.amount).toBe(40.68);
  await transfer(payments, payment, 40.68, '2026-02-24');
  expect(await loanOf(debtor)).toMatchObject({
    status: 'PERFORMING',
    daysPastDue: 0,
    nextPaymentDate: '2026-03-10',
    totalDue: 573.03,
  });
});

describe('money that comes after the day of the quote', () => {
  test('counts when it was paid in time: a bank may need until Monday', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-13');
    const payment = await anExtensionToPay(payments, debtor);
    await closeThrough(payments.loans, '2026-02-18');
    await expireExtensions(payments.loans.context);
    expect(await latestOf(debtor)).toMatchObject({ status: 'EXPIRED' });
    await transfer(payments, payment, payment.amount, '2026-02-13');
    expect(await latestOf(debtor)).toMatchObject({ status: 'ACTIVE' });
    expect(await loanOf(debtor)).toMatchObject({ status: 'PERFORMING', nextPaymentDate: '2026-02-28' });
  });

  test('buys it at the price of its own day, when it is enough', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-14');
    const payment = await anExtensionToPay(payments, debtor);
    await closeThrough(payments.loans, '2026-02-24');
    await transfer(payments, payment, 40.68, '2026-02-24');
    expect(await latestOf(debtor)).toMatchObject({ status: 'ACTIVE' });
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
      extension: { status: 'ACTIVE', newDueDate: '2026-03-10', validUntil: '2026-02-14', missing: null },
    });
    expect(await loanOf(debtor)).toMatchObject({ nextPaymentDate: '2026-03-10' });
  });

  test('is an ordinary payment when it is too little, and the client is told what was missing', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-14');
    const payment = await anExtensionToPay(payments, debtor);
    await closeThrough(payments.loans, '2026-02-24');
    await transfer(payments, payment, 26.22, '2026-02-24');
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
      extension: { status: 'APPLIED_AS_PAYMENT', newDueDate: '2026-02-28', missing: 14.46 },
    });
    expect(await latestOf(debtor)).toMatchObject({ status: 'APPLIED_AS_PAYMENT', missing: 14.46 });
    expect(await loanOf(debtor)).toMatchObject({
      status: 'PAST_DUE',
      nextPaymentDate: '2026-02-14',
      totalDue: 561.27,
      extension: { count: 0, active: false },
    });
  });

  test('up to S/ 1,00 short is near enough', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-14');
    const payment = await anExtensionToPay(payments, debtor);
    await transfer(payments, payment, 25.22, '2026-02-14');
    expect(await latestOf(debtor)).toMatchObject({ status: 'ACTIVE' });
    expect(await loanOf(debtor)).toMatchObject({ nextPaymentDate: '2026-02-28', totalDue: 573.03 });
  });

  test('that could not buy it at any price says so without a sum', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-24');
    const payment = await anExtensionToPay(payments, debtor);
    await closeThrough(payments.loans, '2026-03-05');
    await transfer(payments, payment, 40.68, '2026-03-05');
    expect(await latestOf(debtor)).toMatchObject({ status: 'APPLIED_AS_PAYMENT', missing: null });
  });
});

test('a second payment for the same quote is the loan’s money, and buys no second extension unless it is enough', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const payment = await anExtensionToPay(payments, debtor);
  await transfer(payments, payment, 26.22, '2026-02-14');
  await transfer(payments, payment, 10, '2026-02-14');
  expect(await latestOf(debtor)).toMatchObject({ status: 'ACTIVE' });
  expect((await loanOf(debtor))?.extension.count).toBe(1);
});

describe('the same request again', () => {
  test('with its key is the same payment, also when it is paid', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-14');
    const { quoteId } = await aQuote(payments, debtor);
    const first = acceptedBody(await askToExtend(payments, debtor, { quoteId }, 'extend-key-0001'));
    await transfer(payments, first, 26.22, '2026-02-14');
    const again = await askToExtend(payments, debtor, { quoteId }, 'extend-key-0001');
    expect(acceptedBody(again)).toMatchObject({ id: first.id, status: 'SUCCEEDED' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('without a key is the payment that waits', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-14');
    const { quoteId } = await aQuote(payments, debtor);
    const [first, again] = [
      await askToExtend(payments, debtor, { quoteId }),
      await askToExtend(payments, debtor, { quoteId }),
    ];
    expect(acceptedBody(again).id).toBe(acceptedBody(first).id);
  });
});

test('the proof the client gave stands beside the quote', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  await anExtensionToPay(payments, debtor);
  const rows = await payments.db.kysely
    .selectFrom('extension')
    .select(['status', 'challenge_id'])
    .where('loan_id', '=', debtor.loan.id)
    .execute();
  expect(rows).toEqual([{ status: 'PAYMENT_PENDING', challenge_id: expect.any(String) }]);
});
