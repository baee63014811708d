import { describe, expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, browserOf, enter } from '#tests/support/people/client.ts';

const lending = withTestLending();

describe('the client area', () => {
  test('shows the screen of its address, with its title', async () => {
    const screen = await openClientScreen(lending, 'sign-in');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Sign in to your account'));
    await screen.until(() => expect(document.title).toBe('Sign in to your account | Mañay'));
  });

  test('goes to another screen by a link without loading a page, tells the header and moves the focus to its heading', {
    tags: 'spec-2.1',
  }, async () => {
    const screen = await openClientScreen(lending, 'sign-in');
    await screen.until(() => screen.find('h1'));
    const routes: string[] = [];
    document.addEventListener('manay:route', ({ detail }) => routes.push(detail));
    await screen.press('a[href="/en/modals/no-phone-access/"]');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('I no longer have my phone'));
    expect(screen.window.location.pathname).toBe('/en/modals/no-phone-access/');
    expect(document.title).toBe('I no longer have my phone | Mañay');
    expect(document.activeElement).toBe(screen.find('h1'));
    expect(routes).toEqual(['modals/no-phone-access']);
    expect(screen.left).toEqual([]);
  });

  test('a link that is pointed at has its texts asked for before it is pressed', async () => {
    const screen = await openClientScreen(lending, 'sign-in');
    await screen.until(() => screen.find('h1'));
    screen.find('a[href="/en/modals/no-phone-access/"]').dispatchEvent(new Event('pointerover', { bubbles: true }));
    await screen.until(() => expect(screen.texts).toEqual(['modals-no-phone-access']));
    await screen.press('a[href="/en/modals/no-phone-access/"]');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('I no longer have my phone'));
    expect(screen.texts).toEqual(['modals-no-phone-access']);
  });

  test('after Back the link that led away has the focus again', async () => {
    const screen = await openClientScreen(lending, 'sign-in');
    await screen.until(() => screen.find('h1'));
    await screen.press('a[href="/en/modals/no-phone-access/"]');
    await screen.until(() => expect(screen.find('h1').textContent).toBe('I no longer have my phone'));
    screen.window.history.back();
    screen.window.dispatchEvent(new screen.window.PopStateEvent('popstate'));
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Sign in to your account'));
    expect(document.activeElement).toBe(screen.find('a[href="/en/modals/no-phone-access/"]'));
  });

  test('leaves a link to another page to the browser', async () => {
    const screen = await openClientScreen(lending, 'sign-in');
    await screen.until(() => screen.find('h1'));
    let isTaken: boolean | undefined;
    document.addEventListener('click', (event) => {
      isTaken = event.defaultPrevented;
      event.preventDefault();
    });
    await screen.press('a[href="/en/"]');
    expect(isTaken).toBe(false);
  });

  test('says that there is no network, and stops saying so when there is', async () => {
    const screen = await openClientScreen(lending, 'sign-in', { offline: true });
    await screen.until(() => screen.find('h1'));
    await screen.type('#identifier', '45678912');
    await screen.type('#password', 'a password of some length');
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.text()).toContain('You are offline'));
    expect(screen.text()).toContain('What you typed is still here');
    expect(screen.find<HTMLInputElement>('#identifier').value).toBe('45678912');
    screen.environment.offline = false;
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.text()).not.toContain('You are offline'));
  });

  test('what a screen could not load is said in its place until it loads, and the banner says nothing', async () => {
    const jar = browserOf(await aClient(lending));
    const screen = await openClientScreen(lending, 'profile-documents', { jar, failing: '/api/v1/documents' });
    const said: (string | null)[] = [];
    document.addEventListener('manay:error', ({ detail }) => said.push(detail));
    await screen.until(() => screen.find('.note.bad'));
    screen.environment.failing = undefined;
    await screen.pressText('Try again');
    await screen.until(() => expect(document.querySelector('.note.bad')).toBeNull());
    expect(said).toEqual([]);
  });

  test('what a screen could not load without a network is said once, beside the word that there is none', async () => {
    const jar = browserOf(await aClient(lending));
    const screen = await openClientScreen(lending, 'profile-documents', { jar, offline: true });
    await screen.until(() => expect(screen.text()).toContain('We could not load this'));
    expect(screen.text().match(/You are offline/g)).toHaveLength(1);
    screen.environment.offline = false;
    await screen.pressText('Try again');
    await screen.until(() => expect(screen.text()).not.toMatch(/You are offline|We could not load this/));
  });

  test('a form says itself that the server failed, and the banner does not', async () => {
    const screen = await openClientScreen(lending, 'sign-in', { failing: '/api/v1/auth/sign-in' });
    const said: (string | null)[] = [];
    document.addEventListener('manay:error', ({ detail }) => said.push(detail));
    await screen.until(() => screen.find('h1'));
    await screen.type('#identifier', '45678912');
    await screen.type('#password', 'a password of some length');
    await screen.press('button[type=submit]');
    await screen.until(() => expect(screen.text()).toContain('We could not send it'));
    expect(said).toEqual([]);
  });

  test('a part that does not load is said, with a way to try again', async () => {
    const screen = await openClientScreen(lending, 'sign-in');
    await screen.until(() => screen.find('h1'));
    screen.failTexts();
    await screen.press('a[href="/en/modals/no-phone-access/"]');
    await screen.until(() => expect(screen.text()).toContain('A part of this page did not load'));
    await screen.pressText('Try again');
    expect(screen.left).toEqual(['reload']);
  });

  test('a page that was open while a newer release came asks its frame to load it again', async () => {
    const jar = await enter(lending, await aClient(lending));
    const screen = await openClientScreen(lending, 'profile-settings', { jar, newerServer: true });
    await screen.until(() => expect(screen.outdated.map(({ cancelable }) => cancelable)).toEqual([true]));
  });

  test('a password is masked until its owner wants to see it, and may be pasted or filled in by a password manager', {
    tags: ['asvs-6.2.6', 'asvs-6.2.7'],
  }, async () => {
    const screen = await openClientScreen(lending, 'sign-in');
    await screen.until(() => screen.find('h1'));
    const field = screen.find<HTMLInputElement>('#password');
    expect([field.type, field.autocomplete, field.readOnly]).toEqual(['password', 'current-password', false]);
    for (const kind of ['paste', 'drop', 'keydown']) {
      expect(field.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true })), kind).toBe(true);
    }
    await screen.press('[aria-controls=password]');
    expect(screen.find<HTMLInputElement>('#password').type).toBe('text');
    await screen.press('[aria-controls=password]');
    expect(screen.find<HTMLInputElement>('#password').type).toBe('password');
  });

  test('whoever is signed in already is led on from the way in', async () => {
    const jar = await enter(lending, await aClient(lending));
    const screen = await openClientScreen(lending, 'sign-in', { jar });
    // By way of /application/, which leads to what is next for somebody without an application.
    await screen.until(() => expect(screen.window.location.pathname).toBe('/en/calculator/'));
  });

  test.each(['/\t/evil.example/', '/.//evil.example/'])(
    'a link that names another site as the way back leads nobody there after sign-in: %j',
    async (returnTo) => {
      const jar = await enter(lending, await aClient(lending));
      const screen = await openClientScreen(lending, 'sign-in', {
        jar,
        search: `?${new URLSearchParams({ returnTo })}`,
      });
      await screen.until(() => expect([screen.window.location.pathname, ...screen.left]).toEqual(['/en/calculator/']));
    },
  );
});
