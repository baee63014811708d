import Cookies from 'js-cookie';
import { expect, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';

async function openSession(token?: string) {
  openWindow();
  if (token) Cookies.set('auth', token);
  vi.resetModules();
  return await import('#stores/session.ts');
}

test('the access token is the one in the auth cookie', { tags: ['spec-3.38', 'spec-3.40'] }, async () => {
  const { $accessToken } = await openSession('abc.def');
  expect($accessToken.get()).toBe('abc.def');
});

test('a visitor has no access token', async () => {
  const { $accessToken } = await openSession();
  expect($accessToken.get()).toBeUndefined();
});

test('log-out takes the token and its cookie away, and notifies listeners', {
  tags: ['asvs-14.3.1', 'spec-4.5'],
}, async () => {
  const { $accessToken, logOut } = await openSession('abc');
  const heard: unknown[] = [];
  $accessToken.listen((token) => heard.push(token));
  logOut();
  expect($accessToken.get()).toBeUndefined();
  expect(document.cookie).toBe('');
  expect(heard).toEqual([undefined]);
});

test('log-out takes amount, term and top-up of the calculator away, and keeps the product', {
  tags: ['spec-3.5', 'spec-4.5'],
}, async () => {
  const { logOut } = await openSession('abc');
  for (const name of ['amount', 'term', 'product_type', 'product_id', 'topup_amount']) {
    Cookies.set(`calc_selected_${name}`, '1');
  }
  logOut();
  expect(document.cookie.split('; ').sort()).toEqual(['calc_selected_product_id=1', 'calc_selected_product_type=1']);
});

test('log-out takes the name away that the header greets with', {
  tags: ['asvs-14.3.3', 'promise-cookies-tags-and-what-a-browser-remembers'],
}, async () => {
  const { logOut, FIRST_NAME_KEY } = await openSession('abc');
  localStorage.setItem(FIRST_NAME_KEY, 'Ana');
  logOut();
  expect(localStorage.getItem(FIRST_NAME_KEY)).toBeNull();
});

test('log-out takes away what this tab kept', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const { logOut } = await openSession('abc');
  sessionStorage.setItem('manay:step:signature', '{}');
  logOut();
  expect(sessionStorage.length).toBe(0);
});

test('a session that begins finds nothing of the client before, whose session ended by itself', async () => {
  const { readSession, FIRST_NAME_KEY } = await openSession();
  localStorage.setItem(FIRST_NAME_KEY, 'Ana');
  Cookies.set('auth', 'of-somebody-else');
  readSession();
  expect(localStorage.getItem(FIRST_NAME_KEY)).toBeNull();
});

test('what the header and the pages kept of the client stays as long as the session', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const { readSession, FIRST_NAME_KEY } = await openSession('before');
  localStorage.setItem(FIRST_NAME_KEY, 'Ana');
  Cookies.set('auth', 'rotated');
  readSession();
  expect(localStorage.getItem(FIRST_NAME_KEY)).toBe('Ana');
});

test('a token that the server has rotated is taken over from its cookie', async () => {
  const { $accessToken, readSession } = await openSession('before');
  Cookies.set('auth', 'after');
  readSession();
  expect($accessToken.get()).toBe('after');
});
