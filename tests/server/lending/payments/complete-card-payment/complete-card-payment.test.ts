import { expect, test } from 'vitest';
import { readIntentEvents } from '#server/lending/payments/store/payment-event-store.ts';
import { aDebtorOn, aQuote, askToExtend, transfer } from '#tests/support/arrangements/extensions.ts';
import { acceptedBody } from '#tests/support/lending/lending-app.ts';
import { stored } from '#tests/support/loans/loan-service.ts';
import {
  aDebtor,
  lookAt,
  payByCard,
  postToken,
  SITE,
  startPayment,
  tokenFrom,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();

async function theForm(debtor: Awaited<ReturnType<typeof aDebtor>>, request = {}) {
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ', ...request });
  if (payment.action?.type !== 'CARD_FORM') throw new Error('no card form');
  return { ...payment, actionUrl: payment.action.actionUrl };
}

test('a loan is paid off by card, and the page tells what the money paid', async () => {
  const debtor = await aDebtor(payments);
  payments.clock.moveTo('2026-02-14');
  const paid = await payByCard(payments, debtor, { purpose: 'PAYOFF', amount: 573.03 });
  expect(paid).toMatchObject({
    status: 'SUCCEEDED',
    outcome: 'EXACT',
    received: 573.03,
    paidOn: '2026-02-14',
    applied: true,
    paysOff: true,
    allocation: { principal: 500, interest: 31.89, vat: 11.14, credit: 0 },
    card: { brand: 'Visa', maskedCard: '455103******8136' },
    action: null,
  });
  expect((await stored(payments, debtor.loan.id)).loan.status).toBe('PAID');
  const events = await readIntentEvents(payments.db.kysely, paid.id);
  expect(events.map(({ event }) => event)).toEqual(['shown-to-customer', 'authorisation-sent', 'money-proved']);
});

test('a card that is declined pays nothing, says why in words, and another payment may be started', async () => {
  const debtor = await aDebtor(payments);
  const declined = await payByCard(payments, debtor, { purpose: 'PAYOFF' }, 'insufficient-funds');
  expect(declined).toMatchObject({
    status: 'FAILED',
    failureReason: 'insufficient-funds',
    received: 0,
    applied: false,
  });
  expect((await stored(payments, debtor.loan.id)).loan.facts).toEqual([]);
  expect(await payByCard(payments, debtor, { purpose: 'PAYOFF' })).toMatchObject({ status: 'SUCCEEDED' });
});

test('coming back, refreshing and sending the token again find the one payment', async () => {
  const debtor = await aDebtor(payments);
  const { actionUrl, ...payment } = await theForm(debtor);
  const token = await tokenFrom(payments, payment, 'approve');
  const completed = `${SITE}/online-payment/completed/?p=${payment.id}`;
  for (let k = 0; k < 3; k += 1) {
    expect((await postToken(payments, actionUrl, token)).headers.get('location')).toBe(completed);
  }
  const back = await payments.app.request(new URL(actionUrl).pathname);
  expect([back.status, back.headers.get('location')]).toEqual([303, completed]);
  expect((await lookAt(payments, debtor, payment.id)).received).toBe(509.44);
  expect(payments.world.requests.filter((request) => request.includes('/authorization/ecommerce'))).toHaveLength(1);
});

test('the same wish in a second tab opens the same form', async () => {
  const debtor = await aDebtor(payments);
  const [first, second] = [await theForm(debtor), await theForm(debtor)];
  expect([second.id, second.actionUrl]).toEqual([first.id, first.actionUrl]);
});

test('fifty tabs with tokens of their own take the money once', async () => {
  const debtor = await aDebtor(payments);
  const { actionUrl, ...payment } = await theForm(debtor);
  const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenFrom(payments, payment, 'approve')));
  const posts = Array.from({ length: 50 }, (_, k) => postToken(payments, actionUrl, tokens[k % 10] as string));
  expect((await Promise.all(posts)).every(({ status }) => status === 303)).toBe(true);
  expect(await lookAt(payments, debtor, payment.id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44 });
  expect(payments.world.requests.filter((request) => request.includes('/authorization/ecommerce'))).toHaveLength(1);
});

test('two forms that were open together: the second is refused before the bank is asked', async () => {
  const debtor = await aDebtor(payments);
  const [first, second] = [await theForm(debtor), await theForm(debtor, { purpose: 'PARTIAL', amount: 100 })];
  await postToken(payments, first.actionUrl, await tokenFrom(payments, first, 'approve'));
  await postToken(payments, second.actionUrl, await tokenFrom(payments, second, 'approve'));
  expect(await lookAt(payments, debtor, second.id)).toMatchObject({ status: 'FAILED', failureReason: 'loan-closed' });
  expect((await stored(payments, debtor.loan.id)).loan.facts).toHaveLength(1);
});

test('more than what ends the loan is never taken, also when it became less while the form was open', async () => {
  const debtor = await aDebtor(payments);
  const [whole, part] = [await theForm(debtor), await theForm(debtor, { purpose: 'PARTIAL', amount: 100 })];
  await postToken(payments, part.actionUrl, await tokenFrom(payments, part, 'approve'));
  await postToken(payments, whole.actionUrl, await tokenFrom(payments, whole, 'approve'));
  expect(await lookAt(payments, debtor, whole.id)).toMatchObject({
    status: 'FAILED',
    failureReason: 'amount-changed',
    received: 0,
  });
});

test('an unknown address and a form without a token lead to the neutral page, and to the payment', async () => {
  const debtor = await aDebtor(payments);
  const { actionUrl, id } = await theForm(debtor);
  const unknown = await postToken(payments, `${SITE}/api/v1/online-payment/${'x'.repeat(43)}`, 'some-token');
  expect([unknown.status, unknown.headers.get('location')]).toEqual([303, `${SITE}/online-payment/completed/`]);
  const empty = await postToken(payments, actionUrl, '');
  expect(empty.headers.get('location')).toBe(`${SITE}/online-payment/completed/?p=${id}`);
  expect((await lookAt(payments, debtor, id)).status).toBe('PENDING_CUSTOMER');
});

test('in English the page that tells how it ended is the English one', async () => {
  const debtor = await aDebtor(payments);
  const headers = { ...debtor.headers, 'Accept-Language': 'en-GB' };
  const { actionUrl, id } = await theForm({ ...debtor, headers });
  const answer = await postToken(payments, actionUrl, '');
  expect(answer.headers.get('location')).toBe(`${SITE}/en/online-payment/completed/?p=${id}`);
});

test('the database does not tell the address a token is posted to', async () => {
  const debtor = await aDebtor(payments);
  const { actionUrl } = await theForm(debtor);
  const rows = await payments.db.kysely.selectFrom('payment_intent').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(actionUrl.split('/').at(-1));
});

test('a card is not charged for an extension that was bought while its form was open', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const { quoteId } = await aQuote(payments, debtor);
  const card = acceptedBody(await askToExtend(payments, debtor, { quoteId, method: 'NIUBIZ' }));
  if (card.action?.type !== 'CARD_FORM') throw new Error('no card form');
  const token = await tokenFrom(payments, card, 'approve');
  const other = acceptedBody(await askToExtend(payments, debtor, { quoteId, method: 'MANUAL' }));
  await transfer(payments, other, other.amount, '2026-02-14');
  await postToken(payments, card.action.actionUrl, token);
  expect(await lookAt(payments, debtor, card.id)).toMatchObject({
    status: 'FAILED',
    failureReason: 'amount-changed',
    received: 0,
  });
  expect(payments.world.requests.filter((request) => request.includes('/authorization/ecommerce'))).toEqual([]);
});
