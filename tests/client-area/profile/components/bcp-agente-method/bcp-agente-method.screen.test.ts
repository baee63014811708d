import { expect, test } from 'vitest';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aDebtor, payCode, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { browserOf } from '#tests/support/people/client.ts';

const payments = withPayments();

async function opened() {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'BCP_AGENTE' });
  const visit = { jar: browserOf(debtor), search: `?p=${payment.id}` };
  const screen = await openClientScreen(payments, 'profile-components-bcp-agente-method', visit);
  await screen.until(() => screen.find('.pay-code'));
  return { payment, screen };
}

test('the code to say and the amount; once it is paid at the agent the screen says so', async () => {
  const { payment, screen } = await opened();
  if (payment.action?.type !== 'CODE') throw new Error('there is no code');
  const { code } = payment.action;
  expect((screen.find('.pay-code').textContent ?? '').replace(/\D/g, '')).toBe(code);
  expect(screen.text()).toContain('S/ 509,44');
  const goes = screen.find('details').textContent?.replaceAll('\u00a0', ' ');
  for (const line of [
    'See where each sol will go',
    'Principal500,00',
    'You payS/ 509,44',
    'If your money arrives today',
  ]) {
    expect(goes).toContain(line);
  }
  await payCode(payments, code, {});
  await readWebhooks(payments.context);
  await screen.pressText('Refresh');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your loan is paid off'));
});

test('nothing is claimed before the money is there', async () => {
  const { screen } = await opened();
  const asked = screen.environment.requests.length;
  await screen.pressText('Refresh');
  await screen.until(() => expect(screen.environment.requests.length).toBeGreaterThan(asked));
  expect(screen.find('.pay-code').textContent).toBeTruthy();
});

test('the place is asked on the page of the code, which is titled with it and says how it is done there', async () => {
  const { screen } = await opened();
  expect(screen.find('h1').textContent).toBe('Pay in cash at an agent');
  await screen.press('input[value=YAPE]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Pay with Yape'));
  expect(screen.find('.numbered').textContent).toContain('Open Yape');
});
