import Cookies from 'js-cookie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';
import { testEnvironment } from '#tests/support/browser/environment.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

/** A client's page, whose profile is answered when `answer` is called. */
async function openPage() {
  const client = await aBorrower(lending);
  openWindow('http://localhost:4321/profile/');
  const jar = browserOf(client);
  Cookies.set('auth', jar.get('auth') ?? '');
  vi.resetModules();
  const { parts } = testEnvironment(lending);
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const { replaceEnvironment } = await import('#stores/environment.ts');
  const restore = replaceEnvironment({
    ...parts,
    fetch: async (address, init) => {
      const headers = { ...(init?.headers as Record<string, string>), Cookie: jar.headers['Cookie'] ?? '' };
      const answered = await (parts.fetch as typeof fetch)(address, { ...init, headers });
      await held;
      return answered;
    },
  });
  onTestFinished(restore);
  return {
    answer,
    ...(await import('#stores/profile.ts')),
    ...(await import('#stores/session.ts')),
    ...(await import('#stores/sign-out.ts')),
    ...(await import('#stores/remembered-client.ts')),
  };
}

test('that a client has paid back a loan is remembered until log-out', { tags: 'spec-4.31' }, async () => {
  const { answer, signOut, ...mark } = await openPage();
  answer();
  mark.rememberClientType(1);
  expect(mark.rememberedClientType()).toBe('repeat');
  mark.logOut();
  expect(mark.rememberedClientType()).toBe('repeat');
  await signOut('/');
  expect(mark.rememberedClientType()).toBe('new');
});

test('whoever has paid back nothing is remembered as new', async () => {
  const { answer, loadProfile, ...mark } = await openPage();
  mark.rememberClientType(1);
  answer();
  await loadProfile();
  expect(mark.rememberedClientType()).toBe('new');
});

test('a profile that was asked for before the news were read does not count them again', async () => {
  const { answer, loadProfile, showUnread } = await openPage();
  const loading = loadProfile();
  showUnread(7);
  answer();
  await loading;
  expect(document.documentElement.dataset['unread']).toBe('7');
  await loadProfile();
  expect(document.documentElement.dataset['unread']).toBe('0');
});

test('the profile’s name is kept for the header of the next page', { tags: ['spec-3.27', 'spec-3.40'] }, async () => {
  const { answer, loadProfile, FIRST_NAME_KEY } = await openPage();
  answer();
  await loadProfile();
  expect(localStorage.getItem(FIRST_NAME_KEY)).toBeTruthy();
});

test.each([
  ['by a screen', (logOut: () => void) => logOut()],
  ['by the header, which knows no store', () => Cookies.remove('auth')],
])('a profile that arrives after log-out %s leaves no name behind', async (_, leave) => {
  const { answer, loadProfile, $profile, logOut, FIRST_NAME_KEY } = await openPage();
  const loaded = loadProfile();
  leave(logOut);
  answer();
  await loaded;
  expect(localStorage.getItem(FIRST_NAME_KEY)).toBeNull();
  expect($profile.get()).toBeUndefined();
});
