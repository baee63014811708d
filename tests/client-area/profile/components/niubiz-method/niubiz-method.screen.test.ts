import { expect, onTestFinished, test } from 'vitest';
// The provider's name on the window.
import type {} from '#client-area/profile/components/niubiz-method/card-form.store.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

async function opened() {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
  if (payment.action?.type !== 'CARD_FORM') throw new Error('there is no card form');
  const visit = { jar: browserOf(debtor), search: `?p=${payment.id}` };
  const screen = await openClientScreen(payments, 'profile-components-niubiz-method', visit);
  await screen.until(() => expect(screen.text()).toContain('Enter your card for S/ 509,44'));
  return { action: payment.action, screen };
}

test('the provider’s own form opens with this payment’s session, number and amount', async () => {
  const { action, screen } = await opened();
  const settings: Readonly<Record<string, string | number>>[] = [];
  let opens = 0;
  const checkout = {
    configure: (given: Readonly<Record<string, string | number>>) => settings.push(given),
    open: () => {
      opens += 1;
    },
  };
  window.VisanetCheckout = checkout as unknown as NonNullable<Window['VisanetCheckout']>;
  onTestFinished(() => {
    delete window.VisanetCheckout;
  });
  await screen.press('button.big');
  await screen.until(() => expect(opens).toBe(1));
  expect(settings).toMatchObject([
    {
      sessiontoken: action.sessionKey,
      purchasenumber: action.purchaseNumber,
      amount: '509.44',
      action: action.actionUrl,
    },
  ]);
});

test('no field of this page asks for a card', { tags: 'promise-what-the-product-does-with-cards' }, async () => {
  await opened();
  expect(document.querySelectorAll('main input')).toHaveLength(0);
});

test('a form that does not load has charged nothing, and can be tried again', async () => {
  const { screen } = await opened();
  await screen.press('button.big');
  // There is no provider in this window: its script ends in an error.
  await screen.until(() => expect(screen.text()).toContain('The card form did not open'));
  expect(screen.text()).toContain('Enter your card for');
});
