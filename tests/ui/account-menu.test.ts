// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { startAccount } from '#layouts/account/account.ts';
import type { AccountTexts } from '#layouts/account/account-texts.ts';

test('log-out from the header takes away what the tab kept, also without a network', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onTestFinished(() => void vi.unstubAllGlobals());
  document.body.innerHTML = '<header class="top"><nav class="lang"></nav></header>';
  sessionStorage.setItem('manay:step:signature', '{}');
  localStorage.setItem('name', 'Ana');
  startAccount({
    button: '',
    of: '',
    links: [],
    logOut: '',
    menu: '',
    cookies: [],
    keys: ['name'],
    next: '',
    leave: '#',
  } as unknown as AccountTexts);
  document.querySelector<HTMLElement>('.log-out')?.click();
  await vi.waitFor(() => expect(sessionStorage.length + localStorage.length).toBe(0));
});
