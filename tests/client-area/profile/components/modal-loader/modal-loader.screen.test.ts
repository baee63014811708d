import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();
const SCREEN = 'profile-components-modal-loader';

test.each([
  ['BCP_AGENTE', 'bcp-agente-method'],
  ['MANUAL', 'viabcp-method'],
] as const)('a link that knows only the number of a payment by %s leads to %s', async (method, place) => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method });
  const screen = await openClientScreen(payments, SCREEN, { jar: browserOf(debtor), search: `?p=${id}` });
  const path = `/en/profile/components/${place}/`;
  await screen.until(() => expect(screen.window.location.pathname).toBe(path));
  expect(screen.window.location.search).toBe(`?p=${id}`);
});

test('without a number it is the newest payment', async () => {
  const debtor = await aDebtor(payments);
  await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'BCP_AGENTE' });
  const screen = await openClientScreen(payments, SCREEN, { jar: browserOf(debtor) });
  const path = '/en/profile/components/bcp-agente-method/';
  await screen.until(() => expect(screen.window.location.pathname).toBe(path));
});

test('somebody else’s number leads nowhere, and nothing is said to be on its way', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'BCP_AGENTE' });
  const jar = browserOf(await aDebtor(payments));
  const screen = await openClientScreen(payments, SCREEN, { jar, search: `?p=${id}` });
  await screen.until(() => expect(screen.text()).toContain('There is no payment here'));
  expect(screen.text()).not.toContain('One moment');
});
