import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo } from '#tests/support/messages/messages.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('who has an account signs in here, or says that the telephone is gone', { tags: 'spec-1.1' }, async () => {
  const screen = await openClientScreen(lending, 'application-existing-client');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('You already have an account'));
  await screen.press('a[href="/en/modals/no-phone-access/"]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('I no longer have my phone'));
});

test('who is signed in already has no business here', async () => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'application-existing-client', { jar });
  await screen.until(() => expect(screen.window.location.pathname).not.toContain('existing-client'));
});

test('who registers again with another telephone is led here once its code has come back', async () => {
  const { documentNumber } = await aClient(lending);
  const screen = await openClientScreen(lending, 'application-new-client');
  await screen.until(() => expect(screen.find('#documentNumber')).toBeTruthy());
  await screen.type('#documentNumber', documentNumber);
  await screen.type('#phone', '987 654 321');
  await screen.type('#email', 'ana@example.pe');
  await screen.press('#acceptTerms');
  await screen.pressText('Continue');
  await screen.until(() => expect(screen.find('#code')).toBeTruthy());
  await screen.type('#code', await codeTo(lending, '+51987654321'));
  await screen.type('#password', 'tres llamas cruzan el puente');
  await screen.pressText('Create my account');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('You already have an account'));
});
