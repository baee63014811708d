import { readFileSync } from 'node:fs';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { type Applicant, test } from './applicant.ts';
import { borrow } from './client.ts';
import { expect, forgive } from './journey.ts';
import { call } from './prepared.ts';

/** Complaints of a browser about requests that have no network: they are part of the journey. */
const WITHOUT_NETWORK = /ERR_INTERNET_DISCONNECTED|profile state unknown|is not known|'localStorage' property/;
const SEEN = 'manay:seen';
const seenIn = ({ page }: Pick<Applicant, 'page'>) => page.evaluate((key) => localStorage.getItem(key), SEEN);

/** Waits until the worker answers for this page, and this browser has its pages and what was seen. */
async function ready(applicant: Applicant): Promise<void> {
  const { page, at } = applicant;
  const [first, last] = [at('/profile'), at('/profile/documents')];
  const isKept = (): Promise<boolean> =>
    page.evaluate(
      async (paths) => {
        const kept = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })));
        return Boolean(navigator.serviceWorker.controller) && kept.every(Boolean);
      },
      [first, last],
    );
  await expect(async () => {
    try {
      await expect.poll(isKept, { timeout: 20_000 }).toBe(true);
    } catch (error) {
      // One page that could not be kept leaves it to the next that is opened.
      await page.reload();
      throw error;
    }
  }).toPass();
  // It is written half a second after the last answer.
  await expect(async () => {
    const before = await seenIn(applicant);
    await page.waitForTimeout(1_200);
    expect(before).not.toBeNull();
    expect(await seenIn(applicant)).toBe(before);
  }).toPass();
}

/** The sentence below which nothing is of today. */
const seenToday = (say: Applicant['say']) => new RegExp(say('client_stale', { time: String.raw`\d\d:\d\d` }));

/** Every address in the caches of this browser. */
const cached = ({ page }: Applicant) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found;
  });

test('without a network a client opens what they have last seen, and nothing else, and it is gone with the session', {
  tag: '@asvs-14.3.2',
}, async ({ applicant, lender, complaints }) => {
  const { page, say, at } = applicant;
  const context = page.context();
  const number = await borrow(applicant, lender);
  await page.goto(at('/profile'));
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await ready(applicant);
  // Pages as everybody gets them, and nothing that is readable without the session.
  expect((await cached(applicant)).filter((path) => /api|[\da-f]{8}-/.test(path))).toEqual([]);
  expect(await seenIn(applicant)).not.toContain(number);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(seenToday(say)).first()).toBeVisible();
  await expect(page.getByText(say('client_offline'))).toBeVisible();
  // Both are one fact: the time is a line below the notice, not another notice.
  await expect(page.locator('.note', { hasText: seenToday(say) })).toHaveCount(0);
  await expect(page.locator('.due-figures')).toContainText('S/');
  await expect(page.locator('.due-figures a, .due-figures button')).toHaveCount(0);

  // An address with a query is asked for again as it was.
  await page.goto(`${at('/tarifas')}?a=b`);
  await expect(page.getByRole('heading', { level: 1, name: say('offline_title') })).toBeVisible();
  await expect(page.locator('a[href^="tel:"]').first()).toBeVisible();
  await expect(page.getByRole('link', { name: say('offline_loan') })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: say('offline_title') })).toHaveCount(0);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${at('/tarifas')}?a=b`);

  // Another tab logs out: nothing is left for the next person, with a network or without.
  const other = await context.newPage();
  await other.goto(at('/profile'));
  await expect(other.locator('.due-figures')).toContainText('S/');
  await other.locator('.account-btn').click();
  await other.getByRole('button', { name: say('header_log_out') }).click();
  await expect(other.locator('.client-link').first()).toBeVisible();
  // The page is on its way to another one.
  await expect(async () => expect(await seenIn({ page: other })).toBeNull()).toPass();
  await other.close();
  // What it goes on asking for in vain would be a complaint after the journey.
  await page.close();
  await context.setOffline(true);
  // The server has told the browser to forget everything of ours: it answers itself. A tab of its own for each try,
  // because once, on a busy machine, the browser never told that it could not go there.
  await expect(async () => {
    const later = await context.newPage();
    await expect(later.goto(at('/profile'), { timeout: 20_000 })).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  }).toPass({ intervals: [10_000] });
  forgive(complaints, WITHOUT_NETWORK);
});

test('a code to pay with opens without a network, from the loan too, and nothing can be paid or cancelled then', async ({
  applicant,
  lender,
  complaints,
}) => {
  const { page, say, at } = applicant;
  const loanNumber = await borrow(applicant, lender);
  const { total } = await (await call(applicant, getPayoffQuote, { params: { number: loanNumber } })).json();
  const body = { loanNumber, purpose: 'PAYOFF', amount: total, method: 'PAGOEFECTIVO' };
  const payment = await (await call(applicant, makePayment, { body })).json();
  // Its own page was never opened in this browser.
  await page.goto(at('/profile'));
  await expect(page.locator('.due-figures')).toContainText('S/');
  await ready(applicant);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: say('profile_paying_see') }).click();
  await expect(page.locator('.pay-code')).toHaveText(/\d/);
  const code = payment.action.code.replace(/\D/g, '');
  expect(((await page.locator('.pay-code').textContent()) ?? '').replace(/\D/g, '')).toBe(code);
  await expect(page.getByText(seenToday(say))).toBeVisible();
  await expect(page.getByText(say('pay_waiting_offline'))).toBeVisible();
  await expect(page.getByRole('button', { name: say('pay_cancel') })).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.pay-code')).toHaveText(/\d/);
  await page.goto(at('/profile/components/payment/repay-loan'));
  await expect(page.getByRole('heading', { level: 1, name: say('offline_title') })).toBeVisible();
  await page.getByRole('link', { name: say('offline_loan') }).click();
  await expect(page.getByText(say('client_offline_text'))).toBeVisible();
  // What it goes on asking for in vain would be a complaint after the journey.
  await page.close();
  forgive(complaints, WITHOUT_NETWORK);
});

test('a paper that was opened opens without a network, until the server has ended the session', {
  tag: '@promise-without-a-network',
}, async ({ applicant, lender, playwright, complaints }) => {
  const { page, say, at } = applicant;
  const context = page.context();
  await borrow(applicant, lender);
  const paper = page.locator('.paper').first();
  // They are issued a moment after the money has left.
  await expect(async () => {
    await page.goto(at('/profile/documents'));
    await expect(paper).toBeVisible({ timeout: 3_000 });
  }).toPass();
  const title = (await paper.locator('p').first().textContent()) ?? '';
  await ready(applicant);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(say('documents_none_kept'))).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  const saved = page.waitForEvent('download');
  await paper.locator('.icon-btn').click();
  const fileName = (await saved).suggestedFilename();
  await ready(applicant);
  expect(JSON.parse((await seenIn(applicant)) ?? '{}').papers).toBeTruthy();

  await context.setOffline(true);
  await page.reload();
  const kept = page.locator('section', { has: page.getByRole('heading', { name: say('documents_kept') }) });
  await expect(kept.locator('.paper')).toHaveCount(1);
  await expect(kept.locator('.paper')).toContainText(title);
  await expect(kept.locator('.paper')).toContainText(
    new RegExp(say('documents_seen', { time: String.raw`\d\d:\d\d` })),
  );
  const offline = page.waitForEvent('download');
  await kept.locator('.icon-btn').click();
  expect((await offline).suggestedFilename()).toBe(fileName);
  expect(readFileSync(await (await offline).path()).toString('latin1')).toMatch(/^%PDF/);

  // Meanwhile a colleague, or another device, ends the session.
  const cookies = await context.cookies();
  const elsewhere = await playwright.request.newContext({
    baseURL: new URL(page.url()).origin,
    extraHTTPHeaders: {
      authorization: `Bearer ${cookies.find(({ name }) => name === 'auth')?.value}`,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
  });
  expect((await elsewhere.post('/api/v1/auth/logout')).status()).toBe(204);
  await elsewhere.dispose();
  await context.setOffline(false);
  await expect(page).toHaveURL((url) => url.pathname === at('/'));
  expect(await seenIn(applicant)).toBeNull();
  forgive(complaints, WITHOUT_NETWORK);
  forgive(complaints, /401/);
});
