import { expect, test } from 'vitest';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();
const KEPT = 'manay:step:sign-in';

async function typedPassword(screen: ClientScreen, identifier?: string): Promise<void> {
  await screen.until(() => screen.find('#password'));
  if (identifier) await screen.type('#identifier', identifier);
  await screen.type('#password', PASSWORD);
  await screen.press('form button[type=submit]');
}

test('a reload stays at the code of a new device, which signs in without another SMS', async () => {
  const client = await aClient(lending);
  const screen = await openClientScreen(lending, 'sign-in');
  await typedPassword(screen, client.documentNumber);
  await screen.until(() => screen.find('#code'));
  expect(screen.window.sessionStorage.getItem(KEPT)).not.toContain(PASSWORD);
  const again = await openClientScreen(lending, 'sign-in', { reloadOf: screen });
  await again.until(() => again.find('#code'));
  expect(again.text()).toContain('This device is new to us');
  await again.type('#code', await codeTo(lending, client.phone));
  await again.press('form button[type=submit]');
  await again.until(() => expect(again.window.sessionStorage.getItem(KEPT)).toBeNull());
  expect(again.jar.get('auth')).toBeTruthy();
  expect(await messagesTo(lending, client.phone)).toHaveLength(1);
});

test('a reload stays at the code that was asked for, and at the password after it', async () => {
  const client = await aClient(lending);
  const screen = await openClientScreen(lending, 'sign-in');
  await screen.until(() => screen.find('#password'));
  await screen.type('#identifier', client.documentNumber);
  await screen.pressText('Sign in with a code by SMS');
  expect(screen.find<HTMLInputElement>('#identifier').value).toBe(client.documentNumber);
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#code'));
  const again = await openClientScreen(lending, 'sign-in', { reloadOf: screen });
  await again.until(() => again.find('#code'));
  await again.type('#code', await codeTo(lending, client.phone));
  await again.press('form button[type=submit]');
  await again.until(() => again.find('#trustDevice'));
  const last = await openClientScreen(lending, 'sign-in', { reloadOf: again });
  await last.until(() => expect(last.find('h1').textContent).toBe('Now your password'));
  await typedPassword(last);
  await last.until(() => expect(last.window.sessionStorage.getItem(KEPT)).toBeNull());
  expect(last.jar.get('auth')).toBeTruthy();
});

test('a forgotten password is asked for on the same page, for what was typed there, and leads back', async () => {
  const client = await aClient(lending);
  const screen = await openClientScreen(lending, 'sign-in');
  await screen.until(() => screen.find('#password'));
  await screen.type('#identifier', client.documentNumber);
  await screen.pressText('I forgot my password');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Recover your account'));
  expect(screen.window.location.pathname).toBe('/en/sign-in/');
  expect(screen.find<HTMLInputElement>('#identifier').value).toBe(client.documentNumber);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Check your e-mail'));
  await screen.pressText('Back to sign-in');
  await screen.until(() => screen.find('#password'));
});

test('another code is asked for by one press however often it is pressed, says that it was sent, and its field has the focus', async () => {
  const client = await aClient(lending);
  const screen = await openClientScreen(lending, 'sign-in');
  await screen.until(() => screen.find('#password'));
  await screen.type('#identifier', client.documentNumber);
  await screen.pressText('Sign in with a code by SMS');
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#code'));
  await screen.type('#code', '12');
  lending.clock.pass({ seconds: 61 });
  const again = () => document.querySelector<HTMLElement>('.stack-s.small .row button');
  await screen.until(() => expect(again()?.textContent).toBe('Send another code'));
  const open = Promise.withResolvers<void>();
  screen.environment.slow = { path: '/api/v1/auth/sign-in/otp', until: open.promise };
  const before = screen.environment.requests.length;
  again()?.focus();
  await screen.press('.stack-s.small .row button');
  await screen.press('.stack-s.small .row button');
  open.resolve();
  await screen.until(() => expect(again()).toBeNull());
  expect(screen.environment.requests.slice(before)).toHaveLength(1);
  expect(screen.text()).toContain('We sent another code');
  await screen.until(() => expect(document.activeElement).toBe(screen.find('#code')));
  await screen.type('#code', await codeTo(lending, client.phone));
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Now your password'));
});
