// @vitest-environment happy-dom
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
  await vi.waitFor(() => expect(sessionStorage.length + localStorage.length).toBe(0));
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
