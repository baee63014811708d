import { describe, expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/client-screen.ts';
import { withTestLending } from '#tests/support/lending-app.ts';

const lending = withTestLending();

describe('the client area', () => {
  test('shows the screen of its address', async () => {
    const screen = await openClientScreen(lending, 'sign-in');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Sign in to your account'));
    expect(document.title).toBe('Sign in to your account | Mañay');
  });
});
