// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startAccount } from '#layouts/account/account.ts';
import type { AccountTexts } from '#layouts/account/account-texts.ts';

const TEXTS = {
  button: '',
  of: '',
  links: [],
  logOut: '',
  menu: '',
  cookies: [],
  keys: ['name'],
  next: '',
  leave: '#',
} as unknown as AccountTexts;

test('log-out from the header takes away what the tab kept, also without a network', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onTestFinished(() => void vi.unstubAllGlobals());
  document.body.innerHTML = '<header class="top"><nav class="lang"></nav></header>';
  sessionStorage.setItem('manay:step:signature', '{}');
  localStorage.setItem('name', 'Ana');
  startAccount(TEXTS);
  document.querySelector<HTMLElement>('.log-out')?.click();
  await vi.waitFor(() => expect(sessionStorage.length + localStorage.length).toBe(0), { timeout: 60_000 });
});

test('the menu that takes the place of a link keeps its focus', () => {
  document.body.innerHTML = '<header class="top"><a class="account-btn" href="/profile/">Mi perfil</a></header>';
  document.querySelector<HTMLElement>('.account-btn')?.focus();
  startAccount(TEXTS);
  expect(document.activeElement).toBe(document.querySelector('button.account-btn'));
});

test('the menu takes no focus that it did not have', () => {
  document.body.innerHTML = '<header class="top"><a class="account-btn" href="/profile/">Mi perfil</a></header><input>';
  document.querySelector('input')?.focus();
  startAccount(TEXTS);
  expect(document.activeElement).toBe(document.querySelector('input'));
});

/** A page that was built for visitors, opened by Ana, who is signed in. */
function pageOfAna(): void {
  Cookies.set('auth', 'of-ana');
  localStorage.setItem('name', 'Ana');
  document.body.innerHTML = '<header class="top"><nav class="lang"></nav></header>';
  startAccount({ ...TEXTS, button: 'Mi cuenta', of: 'Perfil de {name}', next: '/application/' });
  onTestFinished(() => {
    Cookies.remove('auth');
    localStorage.clear();
  });
}

/** As the header of another page does it. */
function logOutElsewhere(): void {
  Cookies.remove('auth');
  localStorage.removeItem('name');
}

test.each([
  ['Back brings it', () => dispatchEvent(new Event('pageshow'))],
  ['another window, beside it, forgets the name', () => dispatchEvent(new Event('storage'))],
  ['its tab is opened again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a page that was kept over a log-out greets nobody when %s, and is led in by a link', (_, open) => {
  pageOfAna();
  open();
  expect(document.querySelector('.account-btn')?.textContent).toBe('Ana');
  logOutElsewhere();
  open();
  open();
  expect(document.querySelector('.top')?.textContent).toBe('Mi cuenta');
  expect(document.querySelector('.top')?.innerHTML).not.toContain('Ana');
  expect(document.querySelector('.top > a')?.getAttribute('href')).toBe('/application/');
});

test('a page that was kept greets who has signed in since, and not who was there before', () => {
  pageOfAna();
  Cookies.set('auth', 'of-luis');
  localStorage.setItem('name', 'Luis');
  dispatchEvent(new Event('pageshow'));
  expect(document.querySelector('.account-btn')?.textContent).toBe('Luis');
});
