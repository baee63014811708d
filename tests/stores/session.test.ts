import Cookies from 'js-cookie';
import { expect, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser-window.ts';

async function openSession(token?: string) {
  openWindow();
  if (token) Cookies.set('auth', token);
  vi.resetModules();
  return await import('#stores/session.ts');
}

test('the access token is the one in the auth cookie', async () => {
  const { $accessToken } = await openSession('abc.def');
  expect($accessToken.get()).toBe('abc.def');
});

test('a visitor has no access token', async () => {
  const { $accessToken } = await openSession();
  expect($accessToken.get()).toBeUndefined();
});

test('log-out takes the token and its cookie away, and tells whoever listens', async () => {
  const { $accessToken, logOut } = await openSession('abc');
  const heard: unknown[] = [];
  $accessToken.listen((token) => heard.push(token));
  logOut();
  expect($accessToken.get()).toBeUndefined();
  expect(document.cookie).toBe('');
  expect(heard).toEqual([undefined]);
});
