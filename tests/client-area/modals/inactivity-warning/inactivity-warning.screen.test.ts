import { expect, test } from 'vitest';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { lockedByInactivity } from '#tests/support/browser/screen-acts.ts';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan } from '#tests/support/loans/loan-service.ts';
import { startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { aClient, browserOf, PASSWORD } from '#tests/support/people/client.ts';

const lending = withPayments();

test('who is still there goes back to the loans', async () => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'modals-inactivity-warning', { jar });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Are you still there?'));
  await screen.pressText('Back to my loans');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/profile/'));
});

async function atPayment(visit: { readonly failing?: string } = {}): Promise<ClientScreen> {
  const client = await aClient(lending, { session: 'full' });
  const { loan } = await aLoan(lending.loans, EX1_TERMS, client.personId);
  const { id } = await startPayment(
    lending,
    { ...client, number: loan.number },
    { purpose: 'PAYOFF', method: 'MANUAL' },
  );
  const jar = browserOf(client);
  const screen = await openClientScreen(lending, 'profile-components-viabcp-method', {
    jar,
    search: `?p=${id}`,
    ...visit,
  });
  await screen.until(() => expect(screen.text()).toContain('S/ 509,44'));
  return screen;
}

test('after the inactivity time the page holds no amounts; who proves themselves finds what they typed', async () => {
  const screen = await atPayment();
  await screen.type('#operationNumber', '00123456');
  await lockedByInactivity(lending, screen);
  await screen.type('#proof-password', PASSWORD);
  await screen.press('dialog button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('S/ 509,44'));
  expect(screen.find<HTMLInputElement>('#operationNumber').value).toBe('00123456');
});

test('a page whose word to the server was lost is locked after the inactivity time all the same', async () => {
  const screen = await atPayment({ failing: '/api/v1/auth/session/touch' });
  await lockedByInactivity(lending, screen);
});

test('no amount comes back for somebody who leaves after the inactivity time instead of proving who they are', async () => {
  const screen = await atPayment();
  await lockedByInactivity(lending, screen);
  await screen.pressText('Not now');
  await screen.until(() => expect(screen.left).toEqual(['https://www.manay.example/']));
  await screen.until(() => expect(() => screen.find('dialog')).toThrow());
  // The next page takes a moment to come.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body.textContent).not.toMatch(/S\/|509/);
});

test('an open explanation of a figure is gone after the inactivity time, and back after the proof', async () => {
  const client = await aClient(lending, { session: 'full' });
  await aLoan(lending.loans, EX1_TERMS, client.personId);
  const screen = await openClientScreen(lending, 'modals-payment-schedule', { jar: browserOf(client) });
  await screen.until(() => screen.find('.explain'));
  await screen.press('.explain');
  const explanation = () => document.querySelector('body > dialog')?.textContent;
  await screen.until(() => expect(explanation()).toContain('573,03'));
  await lockedByInactivity(lending, screen);
  expect(explanation()).toBeUndefined();
  await screen.type('#proof-password', PASSWORD);
  await screen.press('dialog button[type=submit]');
  await screen.until(() => expect(explanation()).toContain('573,03'));
});
