import type { Page } from '@playwright/test';
import { recordConsent } from '#api/endpoints/clients/record-consent.ts';
import { focusFaults } from './focus-walk.ts';
import { expect, forgive, test } from './journey.ts';

/** The site that has tag managers runs beside the one without (playwright.config.ts). */
test.use({
  baseURL: async ({ baseURL }, use) => use(`http://localhost:${Number(new URL(baseURL ?? '').port) + 1}`),
  // One address may decide ten times a minute; each worker is one.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
  extraHTTPHeaders: async ({}, use, { workerIndex }) => use({ 'x-forwarded-for': `203.0.113.${workerIndex + 1}` }),
});

const TAG_HOSTS = /googletagmanager|google-analytics|analytics\.google/;
/** Forms, the client area and error pages: never measured, whatever the visitor has said. */
const UNMEASURED = ['/application/new-client', '/libro-de-reclamaciones', '/calculatoripl', '/no-such-page'];

/** Records what the page asks the tag managers for; nothing of it reaches them. */
async function tagRequests(page: Page): Promise<string[]> {
  const urls: string[] = [];
  await page.route(TAG_HOSTS, async (route) => {
    urls.push(route.request().url());
    await route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return urls;
}

/** The page with everything done that it does by itself: what waited in the template has come out. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLTemplateElement>('.idle')].every(({ content }) => !content.hasChildNodes()),
  );
}

/** Presses a button of the banner and waits for the answer of the ledger, which gives the cookie only with its row. */
async function decide(page: Page, button: string): Promise<void> {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === recordConsent.path);
  await page.getByRole('button', { name: button, exact: true }).click();
  expect((await answered).status()).toBe(recordConsent.successStatus ?? 200);
}

const decisionOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === '__Host-consent')?.value;

test('a visitor is asked once, refuses, and nothing is ever loaded', { tag: '@asvs-14.2.3' }, async ({
  page,
  at,
  say,
}) => {
  const tags = await tagRequests(page);
  await open(page, at('/'));
  const banner = page.getByRole('region', { name: say('consent_title') });
  await expect(banner).toBeVisible();
  // Yes and no look alike and are one press each.
  const [yes, no] = [say('consent_yes'), say('consent_no')].map((name) => banner.getByRole('button', { name }));
  for (const property of ['background-color', 'color', 'font-size', 'border-top-color']) {
    const look = await yes?.evaluate((button, name) => getComputedStyle(button).getPropertyValue(name), property);
    await expect(no as NonNullable<typeof no>).toHaveCSS(property, look ?? '');
  }
  await decide(page, say('consent_no'));
  await expect(banner).toBeHidden();
  expect(await decisionOf(page)).toBe('1.refused');
  await open(page, at('/preguntas'));
  await expect(banner).toBeHidden();
  expect(tags).toEqual([]);
});

test('what the keyboard reaches while the question is open is above it', async ({ page, at, say }) => {
  await open(page, at('/preguntas'));
  await expect(page.getByRole('region', { name: say('consent_title') })).toBeVisible();
  expect(await focusFaults(page)).toEqual([]);
});

test('a visitor agrees: both containers load then and on the next page, and forms stay without', {
  tag: ['@asvs-14.2.3', '@spec-9.17'],
}, async ({ page, at, say, complaints }) => {
  const tags = await tagRequests(page);
  const containers = ['GTM-ABC123', 'GTM-DEF456'].map((id) => `https://www.googletagmanager.com/gtm.js?id=${id}`);
  await open(page, at('/'));
  expect(tags).toEqual([]);
  await decide(page, say('consent_yes'));
  await expect.poll(() => tags).toEqual(containers);
  expect(await decisionOf(page)).toBe('1.granted');
  await open(page, at('/preguntas'));
  await expect.poll(() => tags).toEqual([...containers, ...containers]);

  tags.length = 0;
  for (const path of UNMEASURED) {
    await open(page, at(path));
    await expect(page.getByRole('region', { name: say('consent_title') })).toHaveCount(0);
  }
  expect(tags).toEqual([]);
  // The 404 page is a 404: the browser says so.
  forgive(complaints, /404/);
});

test('a visitor changes their mind from the footer: it is recorded, and the tags are gone', async ({
  page,
  at,
  say,
}) => {
  const tags = await tagRequests(page);
  await open(page, at('/'));
  await decide(page, say('consent_yes'));
  await expect.poll(() => tags.length).toBe(2);
  await page.getByRole('button', { name: say('consent_open') }).click();
  await expect(page.getByRole('heading', { name: say('consent_title') })).toBeFocused();
  const reloaded = page.waitForEvent('load');
  await decide(page, say('consent_no'));
  await reloaded;
  expect(await decisionOf(page)).toBe('1.refused');
  tags.length = 0;
  await open(page, at('/preguntas'));
  expect(tags).toEqual([]);
});
