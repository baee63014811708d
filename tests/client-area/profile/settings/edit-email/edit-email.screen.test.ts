import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { proveBoth } from '#tests/support/browser/screen-acts.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('another e-mail takes the password and a code; the link goes to the new one', { tags: 'spec-2.10' }, async () => {
  const client = await aClient(lending, { session: 'full' });
  const screen = await openClientScreen(lending, 'profile-settings-edit-email', { jar: browserOf(client) });
  await screen.until(() => screen.find('#newEmail'));
  await screen.type('#newEmail', 'ana@gmial.com');
  await screen.pressText('Did you mean ana@gmail.com?');
  expect(document.activeElement?.id).toBe('newEmail');
  await screen.press('form button[type=submit]');
  await proveBoth(lending, screen, client.phone);
  await screen.until(() => expect(screen.text()).toContain('We wrote to ana@gmail.com'));
  const [letter] = await messagesTo(lending, 'ana@gmail.com');
  expect(letter?.template).toBe('identity-email-confirm');
});

test('somebody who does not want to prove who they are reads that this is needed, not that we failed', async () => {
  const client = await aClient(lending, { session: 'full' });
  const screen = await openClientScreen(lending, 'profile-settings-edit-email', { jar: browserOf(client) });
  await screen.until(() => screen.find('#newEmail'));
  await screen.type('#newEmail', 'ana@gmail.com');
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#proof-password'));
  await screen.pressText('Not now');
  await screen.until(() => expect(screen.find('.failure').textContent).toBe('We need to make sure it is you'));
  expect(screen.find<HTMLInputElement>('#newEmail').value).toBe('ana@gmail.com');
});

test('how it stands today and what it is for are read before the form', async () => {
  const client = await aClient(lending, { session: 'full' });
  const screen = await openClientScreen(lending, 'profile-settings-edit-email', { jar: browserOf(client) });
  await screen.until(() => screen.find('#newEmail'));
  const now = screen.text().indexOf('You will use it to sign in');
  expect(now).toBeGreaterThan(0);
  expect(now).toBeLessThan(screen.text().indexOf('New e-mail'));
});

test('what is not an address is said at its field, and no code is asked for', async () => {
  const client = await aClient(lending, { session: 'full' });
  const screen = await openClientScreen(lending, 'profile-settings-edit-email', { jar: browserOf(client) });
  await screen.until(() => screen.find('#newEmail'));
  await screen.type('#newEmail', 'ana');
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#newEmail-error'));
  expect(document.querySelector('dialog')).toBeNull();
});
