import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { type Applicant, test } from './applicant.ts';
import { borrow } from './client.ts';
import { expect, forgive } from './journey.ts';
import { call } from './prepared.ts';

/** Complaints of a browser about requests that have no network: they are part of the journey. */
const WITHOUT_NETWORK = /ERR_INTERNET_DISCONNECTED|is not known|'localStorage' property/;
const SEEN = 'manay:seen';
const seenIn = ({ page }: Applicant) => page.evaluate((key) => localStorage.getItem(key), SEEN);

/** Waits until the worker answers for this page, and has what it needs. */
async function ready({ page, at }: Applicant, kept: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        async (path) => Boolean(navigator.serviceWorker.controller && (await caches.match(path))),
        at('/profile'),
      ),
    )
    .toBe(true);
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key) ?? '', SEEN)).toContain(kept);
}

test('without a network a client opens what they have last seen, and nothing else, and it is gone with the session', async ({
  applicant,
  lender,
  complaints,
}) => {
  const { page, say, at } = applicant;
  const context = page.context();
  const number = await borrow(applicant, lender);
  await page.goto(at('/profile'));
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await ready(applicant, 'payoff-quote');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(say('client_stale', { time: '' }).split('.')[1] as string).first()).toBeVisible();
  await expect(page.getByText(say('client_offline'))).toBeVisible();
  await expect(page.locator('.due-figures')).toContainText('S/');
  expect(await seenIn(applicant)).toContain(number);

  await page.goto(at('/tarifas'));
  await expect(page.getByRole('heading', { level: 1, name: say('offline_title') })).toBeVisible();
  await expect(page.locator('a[href^="tel:"]').first()).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: say('client_retry') }).click();
  await expect(page).toHaveURL(new RegExp(`${at('/tarifas')}`));
  await expect(page.getByRole('heading', { level: 1, name: say('offline_title') })).toHaveCount(0);

  // Another tab logs out: nothing is left for the next person, with a network or without.
  const other = await context.newPage();
  await other.goto(at('/profile'));
  await expect(other.locator('.due-figures')).toContainText('S/');
  await other.locator('.account-btn').click();
  await other.getByRole('button', { name: say('header_log_out') }).click();
  await expect(other.locator('.client-link')).toBeVisible();
  await expect.poll(() => other.evaluate((key) => localStorage.getItem(key), SEEN)).toBeNull();
  await other.close();
  await context.setOffline(true);
  // The server has told the browser to forget everything of ours: it answers itself.
  await expect(page.goto(at('/profile'))).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  // What it goes on asking for in vain would be a complaint after the journey.
  await page.close();
  forgive(complaints, WITHOUT_NETWORK);
});

test('a code to pay with opens without a network, and nothing can be paid or cancelled then', async ({
  applicant,
  lender,
  complaints,
}) => {
  const { page, say, at } = applicant;
  const loanNumber = await borrow(applicant, lender);
  const { total } = await (await call(applicant, getPayoffQuote, { params: { number: loanNumber } })).json();
  const body = { loanNumber, purpose: 'PAYOFF', amount: total, method: 'PAGOEFECTIVO' };
  const payment = await (await call(applicant, makePayment, { body })).json();
  await page.goto(`${at('/profile/components/viabcp-method')}?p=${payment.id}`);
  const code = await page.locator('.pay-code').textContent();
  await ready(applicant, '/payments/');
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.locator('.pay-code')).toHaveText(code ?? '');
  await expect(page.getByText(say('client_stale', { time: '' }).split('.')[1] as string)).toBeVisible();
  await page.goto(at('/profile/components/payment/repay-loan'));
  await expect(page.getByRole('heading', { level: 1, name: say('offline_title') })).toBeVisible();
  await page.getByRole('link', { name: say('offline_loan') }).click();
  await expect(page.getByText(say('client_offline_text'))).toBeVisible();
  // What it goes on asking for in vain would be a complaint after the journey.
  await page.close();
  forgive(complaints, WITHOUT_NETWORK);
});
