import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('a link that is over leads to another one, and its secret leaves the address', async () => {
  const token = 'a'.repeat(43);
  const screen = await openClientScreen(lending, 'reset-password', { hash: `#token=${token}` });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your new password'));
  expect(screen.window.location.hash).toBe('');
  await screen.type('input[name=password]', PASSWORD);
  await screen.press('button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('This link no longer works'));
  expect(screen.find('a[href="/en/forgot-password/"]')).toBeDefined();
});
