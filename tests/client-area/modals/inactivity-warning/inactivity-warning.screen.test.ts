import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('who is still there goes back to the loans', async () => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'modals-inactivity-warning', { jar });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Are you still there?'));
  await screen.pressText('Back to my loans');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/profile/'));
});
