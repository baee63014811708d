import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

test.each(['profile-components-payment-success', 'profile-components-payment-failure'] as const)(
  '%s says nothing of how a payment ended before it knows',
  async (name) => {
    const jar = browserOf(await aDebtor(payments));
    const screen = await openClientScreen(payments, name, { jar });
    await screen.until(() => expect(screen.text()).toContain('There is no payment'));
    expect(screen.find('h1').textContent).toBe('Your payment');
    expect(document.title).toBe('Your payment | Mañay');
  },
);

test('a payment that has not failed is shown where it stands', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'BCP_AGENTE' });
  const visit = { jar: browserOf(debtor), search: `?p=${id}` };
  const screen = await openClientScreen(payments, 'profile-components-payment-failure', visit);
  const path = '/en/profile/components/bcp-agente-method/';
  await screen.until(() => expect(screen.window.location.pathname).toBe(path));
  await screen.until(() => expect(screen.text()).not.toContain('The payment did not go through'));
});
