import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('a link without its secret opens nobody’s account and says so', async () => {
  const screen = await openClientScreen(lending, 'login-as');
  await screen.until(() => expect(screen.find('[role=alert]').textContent).toContain('Part of this link is missing'));
});
