import { expect, test } from 'vitest';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { lockedByInactivity } from '#tests/support/browser/screen-acts.ts';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan } from '#tests/support/loans/loan-service.ts';
import { startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { aClient, browserOf, PASSWORD } from '#tests/support/people/client.ts';

const lending = withPayments();

test('who is still there goes back to the loans', { tags: ['spec-2.14', 'promise-sessions'] }, async () => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'modals-inactivity-warning', { jar });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Are you still there?'));
  await screen.pressText('Back to my loans');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/profile/'));
});

test('who is still there but has no network stays, and is told so', async () => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'modals-inactivity-warning', { jar });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Are you still there?'));
  screen.environment.offline = true;
  await screen.pressText('Back to my loans');
  await screen.until(() => expect(screen.find('.page [role=alert]').textContent).toContain('You are offline'));
  expect(screen.window.location.pathname).toBe('/en/modals/inactivity-warning/');
  screen.environment.offline = false;
  await screen.pressText('Back to my loans');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/profile/'));
});

/** The server has answered that the session is whole: from now on a tap counts as activity. */
async function watched(screen: ClientScreen): Promise<void> {
  const { $idle } = await import('#stores/idle.ts');
  await screen.until(() => expect($idle.get().kind).toBe('active'));
}

/** Thirteen minutes without activity: the question opens above the screen. */
async function warned(screen: ClientScreen): Promise<void> {
  await watched(screen);
  lending.clock.pass({ minutes: 13 });
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.until(() => expect(screen.find('dialog').textContent).toContain('Are you still there?'));
}

const told = (screen: ClientScreen) => screen.find('dialog [role=alert]').textContent;

test('the warning says that there is no connection, stays, and closes when there is one', async () => {
  const screen = await atPayment();
  await warned(screen);
  expect(told(screen)).toBe('');
  screen.environment.offline = true;
  await screen.pressText('Stay here');
  await screen.until(() => expect(told(screen)).toContain('You are offline'));
  screen.environment.offline = false;
  await screen.pressText('Stay here');
  await screen.until(() => expect(() => screen.find('dialog')).toThrow());
  expect(screen.text()).toContain('S/ 509,44');
});

test('the warning says so as well when the server fails', async () => {
  const screen = await atPayment();
  await warned(screen);
  screen.environment.failing = '/api/v1/auth/session/touch';
  await screen.pressText('Stay here');
  await screen.until(() => expect(told(screen)).toContain('We could not keep your session open'));
});

test('a session that has ended on the server meanwhile asks for the proof at once, not when the countdown is over', async () => {
  const screen = await atPayment();
  await watched(screen);
  const fullUntil = new Date(lending.clock.now() + 15 * 60_000);
  await lending.db.kysely.updateTable('session').set({ full_until: fullUntil }).execute();
  lending.clock.pass({ minutes: 10 });
  screen.environment.failing = '/api/v1/auth/session/touch';
  document.dispatchEvent(new Event('pointerdown'));
  await warned(screen);
  screen.environment.failing = undefined;
  await screen.pressText('Stay here');
  await screen.until(() => expect(screen.text()).toContain('Confirm it is you'));
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
