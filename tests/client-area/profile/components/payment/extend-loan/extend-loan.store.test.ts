import { expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { aDebtorOn, anExtensionToPay, aQuote, transfer } from '#tests/support/arrangements/extensions.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { prove } from '#tests/support/browser/screen-acts.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aDebtor, withPayments } from '#tests/support/payments/payments.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

test('after the code the payment of the extension is there, for the price that was shown', async () => {
  const debtor = await aDebtor(payments);
  payments.clock.moveTo('2026-02-14');
  const screen = await openClientScreen(payments, 'profile-components-payment-extend-loan', {
    jar: browserOf(debtor),
  });
  await screen.until(() => expect(screen.text()).toContain('Extend and pay S/ 14,35'));
  await screen.press('input[name=method][value=MANUAL]');
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await prove(payments, screen, debtor.phone);
  await screen.until(() => expect(screen.window.location.search).toMatch(/^\?p=/));
  const intents = await payments.db.kysely.selectFrom('payment_intent').selectAll().execute();
  expect(intents).toMatchObject([{ purpose: 'EXTENSION', method: 'MANUAL', amount: 1435 }]);
});

test('an extension that waits for its money leads to its payment; one that was given up, to the extension again', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const payment = await anExtensionToPay(payments, debtor);
  const jar = browserOf(debtor);
  const screen = await openClientScreen(payments, 'profile-components-payment-extend-loan', { jar });
  await screen.until(() => expect(screen.text()).toContain('We are waiting for your payment of S/ 26,22'));
  await screen.pressText('See that payment');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay by transfer'));
  expect(screen.window.location.search).toBe(`?p=${payment.id}`);
  acceptedBody(await callEndpoint(payments, cancelPayment, { params: { id: payment.id }, headers: debtor.headers }));
  await screen.pressText('Refresh');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('You cancelled this payment'));
  await screen.pressText('Try again');
  await screen.until(() => expect(screen.text()).toContain('Extend and pay'));
  expect(screen.text()).not.toContain('We are waiting for your payment');
});

test('when a part of its price has come, the rest is named and asked for, and not the whole again', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  await transfer(payments, await anExtensionToPay(payments, debtor, 14), 10, '2026-02-14');
  // Another term was looked at since, in another window.
  await aQuote(payments, debtor, 7);
  const screen = await openClientScreen(payments, 'profile-components-payment-extend-loan', {
    jar: browserOf(debtor),
  });
  await screen.until(() => expect(screen.text()).toContain('Extend and pay S/ 16,22'));
  expect(screen.text()).toContain('You still have S/ 16,22 to pay to move your date to 28/02/2026');
  expect(screen.text()).toContain('I pay S/ 16,22 to move the date to 28/02/2026');
});

test('a plan agreed to in another window: pressing it here says why the date cannot be moved', async () => {
  const client = await aDebtorOn(payments, '2026-02-24');
  const screen = await openClientScreen(payments, 'profile-components-payment-extend-loan', {
    jar: browserOf(client),
  });
  await screen.until(() => screen.find('form button[type=submit]'));
  await proveAgain(payments, client, ['confirm-plan']);
  const body = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
  acceptedBody(await callEndpoint(payments, confirmPaymentPlan, { headers: client.headers, body }));
  await screen.press('input[name=method][value=MANUAL]');
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('aside').textContent).toContain('You already have an arrangement'));
  expect(document.activeElement).toBe(screen.find('h1'));
  expect(document.querySelectorAll('#extend-info-rules ~ .bullets li')).toHaveLength(4);
});

test('past midnight the price of yesterday is not paid: that of today is shown, and agreed to anew', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const screen = await openClientScreen(payments, 'profile-components-payment-extend-loan', {
    jar: browserOf(debtor),
  });
  await screen.until(() => expect(screen.text()).toContain('Extend and pay S/ 14,35'));
  await screen.press('input[name=method][value=MANUAL]');
  await screen.press('#acceptTerms');
  payments.clock.moveTo('2026-02-15');
  payments.clock.pass({ hours: -12 });
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('The price has expired. This is today’s.'));
  await screen.until(() => expect(screen.text()).toContain('I pay S/ 14,35 to move the date to 22/02/2026'));
  await screen.until(() => expect(screen.text()).toContain('7 more daysNew date: 22/02/2026'));
  expect(screen.find<HTMLInputElement>('#acceptTerms').checked).toBe(false);
  const intents = payments.db.kysely.selectFrom('payment_intent').where('loan_id', '=', debtor.loan.id);
  expect(await intents.selectAll().execute()).toEqual([]);
});

test('of two that were asked for, the one that still waits is told of, and not the one that was given up after it', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const first = await anExtensionToPay(payments, debtor, 14);
  const { id } = await anExtensionToPay(payments, debtor, 7);
  acceptedBody(await callEndpoint(payments, cancelPayment, { params: { id }, headers: debtor.headers }));
  const jar = browserOf(debtor);
  const screen = await openClientScreen(payments, 'profile-components-payment-extend-loan', { jar });
  await screen.until(() => expect(screen.text()).toContain('See that payment'));
  expect(screen.text()).toContain('We are waiting for your payment of S/ 26,22');
  await screen.pressText('See that payment');
  await screen.until(() => expect(screen.window.location.search).toBe(`?p=${first.id}`));
});

test('the rest of one that is paid in part does not lead to the payment of another one', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  await transfer(payments, await anExtensionToPay(payments, debtor, 14), 10, '2026-02-14');
  await anExtensionToPay(payments, debtor, 7);
  const jar = browserOf(debtor);
  const screen = await openClientScreen(payments, 'profile-components-payment-extend-loan', { jar });
  await screen.until(() => expect(screen.text()).toContain('You still have S/ 16,22 to pay to move your date'));
  expect(screen.text()).not.toContain('See that payment');
});
