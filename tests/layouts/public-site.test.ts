import Cookies from 'js-cookie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startAccount } from '#layouts/account/account.ts';
import { accountTexts } from '#layouts/account/account-texts.ts';
import { siteOf } from '#layouts/client/site-of.ts';
import DefaultLayout from '#layouts/default/default.astro';
import { readStartConfig } from '#server/publishing/config.ts';
import { buildVariablesOf } from '#server/publishing/open-publishing.ts';
import { examplePage, render } from '#tests/blocks/example-page.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Where logo, the menu's log-out and the client area's lead in a build with these variables. */
async function leadsTo(env: Record<string, string>) {
  const variables = buildVariablesOf(readStartConfig(env, '/srv/manay'));
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const page = examplePage('en');
  const html = await render(DefaultLayout, { page, path: 'tarifas', title: 'Prices', description: 'All of them.' });
  const logo = html.match(/<a[^>]*class="logo"[^>]*href="([^"]*)"/)?.[1];
  return [logo, accountTexts(page).leave, siteOf(page).publicSiteUrl];
}

describe('logo and log-out', () => {
  test('lead to the external public site that the operator has named', {
    tags: ['spec-2.31', 'spec-4.4'],
  }, async () => {
    const other = 'https://www.lender.pe/creditos/';
    expect(await leadsTo({ PUBLIC_SITE_URL: other })).toEqual([other, other, other]);
  });

  test('lead to this site’s home page when there is no other', async () => {
    expect(await leadsTo({})).toEqual(['/en/', '/en/', '/en/']);
  });
});

describe('the client’s menu on a page', () => {
  const PUBLIC_SITE = 'https://www.lender.pe/';

  /** A page as the build makes it, with a session or without, and the client's menu in it. */
  async function openMenu(path: string, token?: string) {
    openWindow(`http://localhost:4321${path}`);
    if (token) Cookies.set('auth', token);
    document.body.innerHTML = '<header class="top"><a class="logo" href="/"></a><a class="lang"></a></header>';
    vi.stubEnv('PUBLIC_SITE_URL', PUBLIC_SITE);
    startAccount(accountTexts(examplePage('es')));
    const logo = document.querySelector<HTMLAnchorElement>('.logo') as HTMLAnchorElement;
    logo.addEventListener('click', (event) => event.preventDefault());
    return logo;
  }

  test.each([
    ['/', 'token', '/application/'],
    ['/tarifas/', 'token', '/application/'],
    ['/profile/', 'token', PUBLIC_SITE],
    ['/en/profile/', 'token', PUBLIC_SITE],
    ['/', undefined, PUBLIC_SITE],
  ])('a click on the logo of %s with the token %s leads to %s', { tags: 'spec-2.31' }, async (path, token, target) => {
    const logo = await openMenu(path, token);
    logo.click();
    expect(logo.getAttribute('href')).toBe(target);
  });

  test('log-out takes the session away and leads to the external public site, even without a network', {
    tags: 'spec-4.4',
  }, async () => {
    await openMenu('/tarifas/', 'token');
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    document.querySelector<HTMLElement>('.log-out')?.click();
    await expect.poll(() => assign.mock.calls).toEqual([[PUBLIC_SITE]]);
    expect(document.cookie).toBe('');
  });
});
