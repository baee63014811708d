import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('without a token a screen of a client leads home, whose address knows the way back', async () => {
  const screen = await openClientScreen(lending, 'profile-settings');
  await screen.until(() => expect(screen.left).toEqual(['/en/?returnTo=%2Fen%2Fprofile%2Fsettings%2F']));
});

test('a session that is over is taken away, and leads home', async () => {
  const jar = browserOf(await aClient(lending));
  await lending.db.kysely
    .updateTable('session')
    .set({ expires_at: new Date(lending.clock.now() - 1) })
    .execute();
  const screen = await openClientScreen(lending, 'profile-settings', { jar });
  // Every call that is refused leads there.
  await screen.until(() => expect(new Set(screen.left)).toEqual(new Set(['/en/'])));
  expect(document.cookie).not.toContain('auth=');
});

test('a screen that is not open to the client leads to the one that is next', async () => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'application-agreement', { jar });
  await screen.until(() => expect(screen.window.location.pathname).not.toContain('agreement'));
});

test('a state that cannot be read is only logged: the screen stays', async () => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'profile-settings', { jar, offline: true });
  await screen.until(() => expect(screen.logged).toContain('the profile state is not known'));
  expect(screen.left).toEqual([]);
  expect(screen.window.location.pathname).toBe('/en/profile/settings/');
});

test('a guard that nobody knows is an error 500: Unknown middleware', async () => {
  await openClientScreen(lending, 'sign-in');
  const { runGuards } = await import('#client-area/guards.ts');
  const visit = { name: 'sign-in', query: {}, later: () => undefined } as unknown as Parameters<typeof runGuards>[1];
  expect(await runGuards(['nobody'], visit)).toEqual({ kind: 'error', status: 500, message: 'Unknown middleware' });
});
