import type { Page } from '@playwright/test';
import { calculator, expect, test } from './journey.ts';

/** Paths a page asks our server for, from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return paths;
}

/**
 * Opens a page of a browser that reports a good connection (a busy machine measures a bad one) and waits until what
 * comes when it is idle has run, because its elements come before its script does.
 */
async function openComplete(page: Page, path: string, connection: object = { effectiveType: '4g' }): Promise<void> {
  await page.addInitScript((told) => {
    Object.defineProperty(navigator, 'connection', { value: told });
    document.addEventListener('manay:frame-ready', () => document.documentElement.setAttribute('data-complete', ''));
  }, connection);
  await page.goto(path);
  await page.locator('html[data-complete]').waitFor({ state: 'attached' });
}

test('the progress bar shows while the server takes its time, and goes away', async ({ page, at, say }) => {
  const { promise: seen, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/public/offer', async (route) => {
    await seen;
    await route.continue();
  });
  await openComplete(page, at('/'));
  const card = await calculator(page, say('calc_label'));
  await card.locator('.step button').last().click();
  const bar = page.getByRole('progressbar', { name: say('interface_progress') });
  await expect(bar).toBeVisible();
  answer();
  await expect(bar).toBeHidden();
});

test('an error message waits until it is clicked', { tag: '@spec-8.2' }, async ({ page, at, say }) => {
  await openComplete(page, at('/sign-in'));
  const tell = (message: string) =>
    page.evaluate((detail) => document.dispatchEvent(new CustomEvent('manay:error', { detail })), message);
  await tell('not-allowed');
  await tell('failed');
  const banner = page.getByRole('alert').getByRole('button', { name: say('interface_failed') });
  await banner.click();
  await expect(banner).toBeHidden();
});

test('a part that does not load reloads the page once; then the page says so and stays', { tag: '@spec-8.8' }, async ({
  page,
  at,
  say,
  complaints,
}) => {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/client-area.island*', (route) => route.abort());
  await page.goto(at('/sign-in'));
  await expect(page.getByText(say('interface_chunk_failed'))).toBeVisible();
  expect(loads).toBe(2);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page
    .getByRole('alert')
    .getByRole('link', { name: say('error_home') })
    .click();
  await page.waitForURL(`**${at('/')}`);
  complaints.length = 0;
});

test('a page is asked for as soon as a finger or pointer is on its link', async ({ page, at }) => {
  await openComplete(page, at('/'));
  const requests = requestsOf(page);
  const link = page.locator('.foot a[href$="/tarifas/"]').first();
  await link.scrollIntoViewIfNeeded();
  await link.dispatchEvent('pointerover');
  await link.dispatchEvent('touchstart');
  const asked = `GET ${at('/tarifas')}`;
  await expect.poll(() => requests.filter((request) => request === asked)).toHaveLength(1);
});

test('with data saver nothing is asked for that nobody opened', async ({ page, at }) => {
  await page.addInitScript(() => {
    localStorage.removeItem('manay:device-sent');
  });
  await openComplete(page, at('/'), { saveData: true, effectiveType: '4g' });
  const requests = requestsOf(page);
  await page.locator('.foot a[href$="/tarifas/"]').first().dispatchEvent('pointerover');
  await page.waitForTimeout(1_000);
  // After midnight in Lima the card of a page of yesterday asks for today's prices by itself.
  expect(requests.filter((request) => !request.includes('/api/v1/public/offer'))).toEqual([]);
});

test('the parameters of a campaign are kept for the inquiry, other parameters are not', async ({
  page,
  at,
  context,
}) => {
  await page.goto(`${at('/tarifas')}?utm_source=radio&token=secret`);
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'marketingParams'))
    .toMatchObject({ value: 'utm_source=radio', httpOnly: false, sameSite: 'Lax' });
});

test('a browser tells its device once a day', {
  tag: [
    '@spec-3.33',
    '@promise-what-is-asked-of-a-browser-and-what-is-not',
    '@promise-cookies-tags-and-what-a-browser-remembers',
  ],
}, async ({ page, at, context }) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('told')) localStorage.removeItem('manay:device-sent');
    sessionStorage.setItem('told', '1');
  });
  const answer = page.waitForResponse('**/api/v1/public/device');
  await page.goto(at('/tarifas'));
  expect((await answer).status()).toBe(201);
  expect((await context.cookies()).find(({ name }) => name === '__Host-did')).toMatchObject({ httpOnly: true });
});

test('both products stand side by side with the same amount, above a calculator of both', { tag: '@spec-2.5' }, async ({
  page,
  at,
  say,
}) => {
  await page.goto(at('/calculators'));
  const table = page.getByRole('table').first();
  for (const name of [say('product_single_pay'), say('product_installment')])
    await expect(table.getByRole('columnheader', { name })).toBeVisible();
  await expect(table.getByRole('row', { name: say('example_total') }).getByRole('cell')).toHaveCount(2);
  await calculator(page, say('calc_label'));
});
