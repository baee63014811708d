import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, linkTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('a link that is over leads to another one, and its secret leaves the address', async () => {
  const token = 'a'.repeat(43);
  const screen = await openClientScreen(lending, 'reset-password', { hash: `#token=${token}` });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your new password'));
  expect(screen.window.location.hash).toBe('');
  await screen.press('main button, .inside button');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('This link no longer works'));
  expect(screen.find('a[href="/en/forgot-password/"]')).toBeDefined();
  expect(Object.keys(screen.window.sessionStorage)).toEqual([]);
});

test('the code of the SMS is asked for beside the link, and then the password is changed', {
  tags: 'promise-a-forgotten-password',
}, async () => {
  const client = await aClient(lending);
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  const first = await openClientScreen(lending, 'reset-password', { hash: `#token=${token}` });
  await first.until(() => expect(first.text()).toContain('As well as the link we need a code'));
  // The address no longer holds the secret: a reload has it from this tab.
  const atTheCode = await openClientScreen(lending, 'reset-password', { reloadOf: first });
  await atTheCode.until(() => expect(atTheCode.text()).toContain('As well as the link we need a code'));
  await atTheCode.press('.inside button');
  await atTheCode.until(() => atTheCode.find('input[name=code]'));
  const screen = await openClientScreen(lending, 'reset-password', { reloadOf: atTheCode });
  await screen.until(() => screen.find('input[name=code]'));
  await screen.type('input[name=code]', await codeTo(lending, client.phone));
  await screen.type('input[name=password]', 'el puente cruza cuatro ríos');
  await screen.press('button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your password has been changed'));
  expect(Object.keys(screen.window.sessionStorage)).toEqual([]);
});

test('who has had their code a moment ago reads when the next one is possible', async () => {
  const client = await aClient(lending);
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  await callEndpoint(lending, sendResetCode, { body: { token } });
  const screen = await openClientScreen(lending, 'reset-password', { hash: `#token=${token}` });
  await screen.until(() => expect(screen.text()).toContain('As well as the link we need a code'));
  await screen.press('.inside button');
  await screen.until(() =>
    expect(screen.text()).toContain('Too many attempts in a row. You can try again from 12:01.'),
  );
  expect(screen.text()).toContain('Cannot wait? A person can help you:');
});
