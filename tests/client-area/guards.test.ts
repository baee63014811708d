import Cookies from 'js-cookie';
import { expect, test } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { logOut } from '#api/endpoints/people/log-out.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, browserOf, type CookieJar, enter, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('without a token a screen of a client leads home, whose address knows the way back', {
  tags: ['spec-2.17', 'spec-6.4'],
}, async () => {
  const screen = await openClientScreen(lending, 'profile-settings');
  await screen.until(() => expect(screen.left).toEqual(['/en/?returnTo=%2Fen%2Fprofile%2Fsettings%2F']));
});

test('a session that is over is taken away, and leads home', {
  tags: ['spec-4.3', 'spec-6.5', 'spec-8.1'],
}, async () => {
  const jar = browserOf(await aClient(lending));
  await lending.db.kysely
    .updateTable('session')
    .set({ expires_at: new Date(lending.clock.now() - 1) })
    .execute();
  const screen = await openClientScreen(lending, 'profile-settings', { jar });
  // Every call that is refused leads there.
  await screen.until(() => expect(new Set(screen.left)).toEqual(new Set(['/en/'])));
  expect(document.cookie).not.toContain('auth=');
  await screen.until(() =>
    expect(['auth', '__Host-bind'].map((name) => jar.get(name))).toEqual([undefined, undefined]),
  );
  expect(screen.environment.requests.filter((asked) => asked === `POST ${logOut.path}`)).toHaveLength(1);
});

test('a session whose state may not be read is ended, with both cookies and on the server, and leads home', {
  tags: ['spec-6.5', 'spec-8.2'],
}, async () => {
  const client = await aClient(lending);
  const jar = browserOf(client);
  const before = { ...jar.headers };
  const screen = await openClientScreen(lending, 'profile-settings', {
    jar,
    failing: '/api/v1/profile/state',
    failingStatus: 403,
  });
  await screen.until(() => expect(new Set(screen.left)).toEqual(new Set(['/en/'])));
  expect(document.cookie).not.toContain('auth=');
  await screen.until(() =>
    expect(['auth', '__Host-bind'].map((name) => jar.get(name))).toEqual([undefined, undefined]),
  );
  expect((await callEndpoint(lending, getSession, { headers: before })).status).toBe(401);
});

/** The client gives a proof in another tab, and goes on there for a minute: the tokens of before are of no use any more. */
async function proveInAnotherTab(jar: CookieJar): Promise<void> {
  const body = { purpose: 'full', method: 'password' } as const;
  const asked = await callEndpoint(lending, startStepUp, { body, headers: jar.headers });
  if (asked.kind !== 'accepted') throw new Error(JSON.stringify(asked.body));
  const { id } = asked.body.challenge;
  const proof = { params: { id }, body: { password: PASSWORD }, headers: jar.headers };
  jar.take((await callEndpoint(lending, answerChallenge, proof)).headers);
  await callEndpoint(lending, getSession, { headers: jar.headers });
  lending.clock.pass({ minutes: 1 });
}

test.each<[string, (jar: CookieJar) => Promise<unknown>]>([
  ['new tokens of its session from', proveInAnotherTab],
  ['a session of somebody else in', async (jar) => enter(lending, await aClient(lending), { jar })],
])('a tab that the browser has %s another tab loads again, and ends nobody’s session', async (_, act) => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'profile-settings', { jar });
  await screen.until(() => screen.find('a[href*="edit-email"]'));
  await screen.until(() => expect(screen.text()).not.toContain('Loading'));
  await act(jar);
  Cookies.set('auth', String(jar.get('auth')));
  await screen.press('a[href*="edit-email"]');
  await screen.until(() => expect(new Set(screen.left)).toEqual(new Set(['reload'])));
  expect(Cookies.get('auth')).toBe(jar.get('auth'));
});

/** As the header does it, which knows nothing of the screen. */
async function logOutByHeader(jar: CookieJar): Promise<void> {
  jar.take((await callEndpoint(lending, logOut, { headers: jar.headers })).headers);
  Cookies.remove('auth');
}

test.each<[string, (jar: CookieJar) => Promise<unknown>, () => unknown, string]>([
  ['Back after log-out', logOutByHeader, restored, '/en/'],
  [
    'its tab after log-out in another',
    logOutByHeader,
    () => document.dispatchEvent(new Event('visibilitychange')),
    '/en/',
  ],
  [
    'a log-out in another window, while it is in view',
    logOutByHeader,
    // The other window forgets the client's name.
    () => window.dispatchEvent(new Event('storage')),
    '/en/',
  ],
  [
    'Back after somebody else has signed in',
    async (jar) => {
      await enter(lending, await aClient(lending), { jar });
      Cookies.set('auth', String(jar.get('auth')));
    },
    restored,
    'reload',
  ],
])('a page that the browser has kept shows nothing of its client by %s', async (_, act, open, leadsTo) => {
  const jar = browserOf(await aClient(lending, { session: 'full' }));
  const screen = await openClientScreen(lending, 'profile-settings', { jar });
  await screen.until(() => screen.find('a[href*="edit-email"]'));
  await screen.until(() => expect(screen.text()).not.toContain('Loading'));
  await act(jar);
  open();
  await screen.until(() => expect(screen.left[0]).toBe(leadsTo));
  expect(screen.text()).toBe('');
});

test('a page that its own log-out has left shows nothing of its client by Back', async () => {
  const jar = browserOf(await aClient(lending, { session: 'full' }));
  const screen = await openClientScreen(lending, 'profile-settings', { jar });
  await screen.until(() => screen.find('a[href*="edit-email"]'));
  const { signOut } = await import('#stores/sign-out.ts');
  await signOut('/public/');
  restored();
  await screen.until(() => expect(screen.left).toEqual(['/public/', '/en/']));
  expect(screen.text()).toBe('');
});

/** From the cache of Back and forward: nothing has loaded anew. */
function restored(): void {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
}

test('a page that the browser has kept goes on with its session', async () => {
  const jar = browserOf(await aClient(lending, { session: 'full' }));
  const screen = await openClientScreen(lending, 'profile-settings', { jar });
  await screen.until(() => screen.find('a[href*="edit-email"]'));
  restored();
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.until(() => expect(screen.text()).not.toContain('Loading'));
  expect(screen.text()).toContain('My profile');
  expect(screen.left).toEqual([]);
});

test('a screen that is not open to the client leads to the one that is next', { tags: 'spec-6.5' }, async () => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'application-agreement', { jar });
  await screen.until(() => expect(screen.window.location.pathname).not.toContain('agreement'));
});

test('a state that cannot be read is only logged: the screen stays', { tags: 'spec-8.11' }, async () => {
  const jar = browserOf(await aClient(lending));
  const screen = await openClientScreen(lending, 'profile-settings', { jar, offline: true });
  await screen.until(() => expect(screen.logged).toContain('profile state unknown'));
  expect(screen.left).toEqual([]);
  expect(screen.window.location.pathname).toBe('/en/profile/settings/');
});

test('a guard that nobody knows is an error 500: Unknown middleware', { tags: 'spec-8.7' }, async () => {
  await openClientScreen(lending, 'sign-in');
  const { runGuards } = await import('#client-area/guards.ts');
  const visit = { name: 'sign-in', query: {}, later: () => undefined } as unknown as Parameters<typeof runGuards>[1];
  expect(await runGuards(['nobody'], visit)).toEqual({ kind: 'error', status: 500, message: 'Unknown middleware' });
});

test('a log-out in a tab that has the tokens of before ends the session on the server', async () => {
  const jar = browserOf(await aClient(lending, { session: 'full' }));
  const screen = await openClientScreen(lending, 'profile-settings', { jar });
  await screen.until(() => screen.find('a[href*="edit-email"]'));
  await proveInAnotherTab(jar);
  Cookies.set('auth', String(jar.get('auth')));
  const { headers } = jar;
  expect((await callEndpoint(lending, getSession, { headers })).status).toBe(200);
  const { signOut } = await import('#stores/sign-out.ts');
  await signOut('/public/');
  expect((await callEndpoint(lending, getSession, { headers })).status).toBe(401);
});
