import { test as base, describe, expect } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { expireExtensions } from '#server/lending/arrangements/expire-extensions.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { endDispute, openDispute } from '#server/lending/payments/dispute-payment.ts';
import { refundPayment } from '#server/lending/payments/refund-payment.ts';
import { aDebtorOn, anExtensionToPay, aQuote, askToExtend, transfer } from '#tests/support/arrangements/extensions.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { type Debtor, lookAt, postToken, tokenFrom, withPayments } from '#tests/support/payments/payments.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';

const payments = withPayments();
const test = base.extend('debtor', () => aDebtorOn(payments, '2026-02-14'));
const loanOf = async ({ headers }: Debtor) =>
  acceptedBody(await callEndpoint(payments, getActiveLoan, { headers })).loan;
const latestOf = async ({ headers }: Debtor) =>
  acceptedBody(await callEndpoint(payments, getExtensionOptions, { headers })).latest;

test('EX1 is extended by 14 days on its due date for 26,22, by card', async ({ debtor }) => {
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

test('under a cap that was lowered since the contract, its interest is the cap’s: 23,98 instead of 26,22', async ({
  debtor,
}) => {
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

  test('buys it at the price of its own day, when it is enough', async ({ debtor }) => {
    const payment = await anExtensionToPay(payments, debtor);
    await closeThrough(payments.loans, '2026-02-24');
    await transfer(payments, payment, 40.68, '2026-02-24');
    expect(await latestOf(debtor)).toMatchObject({ status: 'ACTIVE' });
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
      extension: { status: 'ACTIVE', newDueDate: '2026-03-10', validUntil: '2026-02-14', missing: null },
    });
    expect(await loanOf(debtor)).toMatchObject({ nextPaymentDate: '2026-03-10' });
  });

  test('is an ordinary payment when it is too little, and the client is told what was missing', async ({ debtor }) => {
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

  test('up to S/ 1,00 short is near enough', async ({ debtor }) => {
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

describe('an extension is bought once', () => {
  test('however often its code is paid: the rest is the loan’s money', async ({ debtor }) => {
    const payment = await anExtensionToPay(payments, debtor);
    for (let times = 0; times < 3; times += 1) await transfer(payments, payment, 26.22, '2026-02-14');
    expect(await loanOf(debtor)).toMatchObject({ nextPaymentDate: '2026-02-28', extension: { count: 1 } });
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
      received: 78.66,
      outcome: 'OVERPAID',
      allocation: { fees: { extensionFee: 8 } },
      extension: { status: 'ACTIVE', newDueDate: '2026-02-28' },
    });
  });

  test('by two parts of one code, and what is missing is said between them', async ({ debtor }) => {
    const payment = await anExtensionToPay(payments, debtor);
    await transfer(payments, payment, 10, '2026-02-14');
    expect(await latestOf(debtor)).toMatchObject({ status: 'PAYMENT_PENDING', missing: 16.22 });
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
      outcome: 'PARTIAL',
      extension: { status: 'PAYMENT_PENDING', missing: 16.22 },
    });
    expect(await loanOf(debtor)).toMatchObject({ nextPaymentDate: '2026-02-14' });
    await transfer(payments, payment, 16.22, '2026-02-14');
    expect(await latestOf(debtor)).toMatchObject({ status: 'ACTIVE', missing: null });
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
      outcome: 'EXACT',
      allocation: { principal: 0, interest: 14.22, fees: { extensionFee: 8 }, vat: 4, credit: 0 },
    });
  });

  test('by two codes: a second one asks for the rest, and both payments say what they bought', async ({ debtor }) => {
    const first = await anExtensionToPay(payments, debtor);
    await transfer(payments, first, 10, '2026-02-14');
    const again = await aQuote(payments, debtor);
    expect(again).toMatchObject({ price: 26.22, toPay: 16.22 });
    const options = acceptedBody(
      await callEndpoint(payments, getExtensionOptions, { headers: debtor.headers }),
    ).options;
    expect(options.find(({ term }) => term === 14)?.price).toBe(26.22);
    const second = acceptedBody(
      await askToExtend(payments, debtor, { quoteId: again.quoteId, method: 'PAGOEFECTIVO' }),
    );
    expect(second).toMatchObject({ amount: 16.22, expected: { principal: 0 } });
    await transfer(payments, second, 16.22, '2026-02-14');
    for (const { id } of [first, second]) {
      expect(await lookAt(payments, debtor, id)).toMatchObject({ extension: { status: 'ACTIVE' } });
    }
    expect(await loanOf(debtor)).toMatchObject({ nextPaymentDate: '2026-02-28', extension: { count: 1 } });
  });

  test('by parts that become known days later, the last one first, when they were paid in time', async ({ debtor }) => {
    const payment = await anExtensionToPay(payments, debtor);
    await closeThrough(payments.loans, '2026-02-20');
    await expireExtensions(payments.loans.context);
    await transfer(payments, payment, 16.22, '2026-02-14');
    expect(await latestOf(debtor)).toMatchObject({ status: 'EXPIRED', missing: 10 });
    expect(await loanOf(debtor)).toMatchObject({ status: 'PAST_DUE' });
    await transfer(payments, payment, 10, '2026-02-13');
    expect(await latestOf(debtor)).toMatchObject({ status: 'ACTIVE' });
    expect(await loanOf(debtor)).toMatchObject({ status: 'PERFORMING', nextPaymentDate: '2026-02-28' });
  });

  test('and asking again while one waits is the same quote: there is no second one to pay', async ({ debtor }) => {
    const { quoteId } = await aQuote(payments, debtor);
    await askToExtend(payments, debtor, { quoteId });
    expect((await aQuote(payments, debtor)).quoteId).toBe(quoteId);
  });

  test('a term that is only looked at does not hide what is missing of another one', async ({ debtor }) => {
    const payment = await anExtensionToPay(payments, debtor);
    await transfer(payments, payment, 10, '2026-02-14');
    await aQuote(payments, debtor, 7);
    expect(await latestOf(debtor)).toMatchObject({ status: 'PAYMENT_PENDING', term: 14, missing: 16.22 });
  });

  test('a second term that was asked for is the last one; the one whose part has come is asked for first', async ({
    debtor,
  }) => {
    const first = await anExtensionToPay(payments, debtor);
    await anExtensionToPay(payments, debtor, 7);
    expect(await latestOf(debtor)).toMatchObject({ term: 7, missing: null });
    await transfer(payments, first, 10, '2026-02-14');
    expect(await latestOf(debtor)).toMatchObject({ term: 14, missing: 16.22 });
    expect(await aQuote(payments, debtor)).toMatchObject({ price: 26.22, toPay: 16.22 });
  });

  test('the rest of a price is asked for though the same term was quoted at another price since', async ({
    debtor,
  }) => {
    const waiting = await anExtensionToPay(payments, debtor);
    await pay(payments.loans, debtor.loan.id, 100);
    expect((await aQuote(payments, debtor)).price).toBeLessThan(26.22);
    await transfer(payments, waiting, 10, '2026-02-14');
    expect(await latestOf(debtor)).toMatchObject({ status: 'PAYMENT_PENDING', price: 26.22, missing: 16.22 });
    const { options } = acceptedBody(await callEndpoint(payments, getExtensionOptions, { headers: debtor.headers }));
    expect(options.map(({ term, price }) => [term, price])).toContainEqual([14, 26.22]);
    expect(await aQuote(payments, debtor)).toMatchObject({ price: 26.22, toPay: 16.22 });
  });

  test('a card is not charged the whole price when a part of it has come', async ({ debtor }) => {
    const { quoteId } = await aQuote(payments, debtor);
    const card = acceptedBody(await askToExtend(payments, debtor, { quoteId, method: 'NIUBIZ' }));
    const transferred = acceptedBody(await askToExtend(payments, debtor, { quoteId }));
    await transfer(payments, transferred, 10, '2026-02-14');
    if (card.action?.type !== 'CARD_FORM') throw new Error('no card form');
    await postToken(payments, card.action.actionUrl, await tokenFrom(payments, card, 'approve'));
    expect(await lookAt(payments, debtor, card.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'amount-changed',
    });
  });
});

describe('an extension whose payment goes back', () => {
  const refund = (id: string) => refundPayment(payments.context, id, { operator: 'Ana', reason: 'The client asked.' });

  test('is reversed: the old due date, and late as if it had never been', async ({ debtor }) => {
    const payment = await anExtensionToPay(payments, debtor);
    await transfer(payments, payment, 26.22, '2026-02-14');
    await closeThrough(payments.loans, '2026-02-24');
    await refund(payment.id);
    expect(await latestOf(debtor)).toMatchObject({ status: 'ACTIVE' });
    await dispatchRefunds(payments.loans.context);
    expect(await latestOf(debtor)).toMatchObject({ status: 'REVERSED', missing: null });
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
      status: 'REFUNDED',
      extension: { status: 'REVERSED' },
    });
    expect(await loanOf(debtor)).toMatchObject({
      status: 'PAST_DUE',
      nextPaymentDate: '2026-02-14',
      totalDue: 587.49,
      extension: { count: 0, active: false },
    });
    await aQuote(payments, debtor, 7);
    expect(await latestOf(debtor)).toMatchObject({ status: 'REVERSED' });
  });

  test('by a chargeback too; and stands when other money of its quote reaches the price', async ({ debtor }) => {
    const { quoteId } = await aQuote(payments, debtor);
    const [first, second] = [
      acceptedBody(await askToExtend(payments, debtor, { quoteId })),
      acceptedBody(await askToExtend(payments, debtor, { quoteId, method: 'PAGOEFECTIVO' })),
    ];
    for (const payment of [first, second]) await transfer(payments, payment, 26.22, '2026-02-14');
    for (const [payment, status] of [
      [first, 'ACTIVE'],
      [second, 'REVERSED'],
    ] as const) {
      const about = { operator: 'Ana', providerRef: `case ${payment.id}`, reason: 'not me' };
      await openDispute(payments.context, payment.id, about);
      await endDispute(payments.context, payment.id, { operator: 'Ana', outcome: 'lost' });
      expect(await latestOf(debtor)).toMatchObject({ status });
    }
    expect(await loanOf(debtor)).toMatchObject({ nextPaymentDate: '2026-02-14', extension: { count: 0 } });
  });
});

describe('the same request again', () => {
  test('with its key is the same payment, also when it is paid', async ({ debtor }) => {
    const { quoteId } = await aQuote(payments, debtor);
    const first = acceptedBody(await askToExtend(payments, debtor, { quoteId }, 'extend-key-0001'));
    await transfer(payments, first, 26.22, '2026-02-14');
    const again = await askToExtend(payments, debtor, { quoteId }, 'extend-key-0001');
    expect(acceptedBody(again)).toMatchObject({ id: first.id, status: 'SUCCEEDED' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('without a key is the payment that waits', async ({ debtor }) => {
    const { quoteId } = await aQuote(payments, debtor);
    const [first, again] = [
      await askToExtend(payments, debtor, { quoteId }),
      await askToExtend(payments, debtor, { quoteId }),
    ];
    expect(acceptedBody(again).id).toBe(acceptedBody(first).id);
  });
});

test('the proof the client gave is beside the quote', async ({ debtor }) => {
  await anExtensionToPay(payments, debtor);
  const rows = await payments.db.kysely
    .selectFrom('extension')
    .select(['status', 'challenge_id'])
    .where('loan_id', '=', debtor.loan.id)
    .execute();
  expect(rows).toEqual([{ status: 'PAYMENT_PENDING', challenge_id: expect.any(String) }]);
});

describe('a plan or flex pay of the same day ends what was asked for and not paid', () => {
  test.each([
    ['2026-02-24', 40.68, 585.31, { numberOfPayments: 3, firstPaymentDate: '2026-03-06' }],
    ['2026-03-02', 26.22, 0, undefined],
  ])('on %s: its money is the arrangement’s and moves no date', async (day, soles, total, plan) => {
    const debtor = await aDebtorOn(payments, plan ? day : '2026-02-14');
    await proveAgain(payments, debtor, ['confirm-plan', 'activate-flex']);
    const payment = await anExtensionToPay(payments, debtor);
    const { headers } = debtor;
    await closeThrough(payments.loans, day);
    acceptedBody(
      plan
        ? await callEndpoint(payments, confirmPaymentPlan, { headers, body: plan })
        : await callEndpoint(payments, activateFlexPay, { headers, body: { acceptTerms: true } }),
    );
    const owed = (await loanOf(debtor))?.totalOutstanding ?? 0;
    if (plan) expect(owed).toBe(total);
    expect(await latestOf(debtor)).toMatchObject({ status: 'EXPIRED' });
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({ status: 'EXPIRED' });
    const { quoteId } = (await latestOf(debtor)) ?? { quoteId: '' };
    expect((await askToExtend(payments, debtor, { quoteId })).status).toBe(plan ? 409 : 410);

    await transfer(payments, payment, soles, payment.today);
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({
      extension: { status: 'APPLIED_AS_PAYMENT', missing: null },
    });
    const loan = await loanOf(debtor);
    expect(loan).toMatchObject({ nextPaymentDate: plan ? '2026-03-06' : '2026-04-01', extension: { count: 0 } });
    expect(loan?.totalOutstanding).toBeLessThanOrEqual(owed - soles + 0.005);
    if (plan) expect(loan).toMatchObject({ plan: { paid: soles } });
  });
});
