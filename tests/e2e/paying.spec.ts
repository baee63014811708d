import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Lender, somebody, test } from './applicant.ts';
import { expect } from './journey.ts';

test.describe.configure({ timeout: 150_000 });

/** Somebody whose S/ 500 have arrived today, signed in on the page. */
async function borrow(page: Page, lender: Lender): Promise<void> {
  const { documentNumber, phone, email, cci } = somebody();
  const name = ['--first-name', 'Ana', '--last-name1', 'Quispe'];
  const contact = ['--phone', phone, '--email', email, '--birth-date', '1990-05-01'];
  const personId = await lender('person', 'create', documentNumber, ...contact, ...name);
  const terms = ['--product', '1', '--amount', '500', '--term', '30'];
  await lender('loan', 'originate', personId, ...terms, '--bank', '002', '--cci', cci, '--holder', 'Ana Quispe');
  const session = await lender('session', 'issue', documentNumber);
  await page.goto(/http\S+token=\S+/.exec(session)?.[0] ?? '');
}

/** My loans, once the money has arrived. */
async function openProfile(page: Page, at: (path: string) => string): Promise<void> {
  await expect(async () => {
    await page.goto(at('/profile'));
    await expect(page.locator('.due .money.xl')).toHaveText('S/ 573,03'.replace(' ', '\u00a0'), { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}

/** Of the page itself, once the bar of its calls is gone. */
async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('progress.progress')).toBeHidden();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('a loan is paid off with a code, from what is owed to the receipt', async ({ page, request, at, say, lender }) => {
  await borrow(page, lender);
  await openProfile(page, at);
  await expectAccessible(page);
  await page
    .locator('.due')
    .getByRole('link', { name: say('profile_pay'), exact: true })
    .click();
  await expect(page.getByText(say('repay_ends'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: say('pay_method_BCP_AGENTE') }).check();
  await page.locator('form button[type=submit]').click();
  const code = page.locator('.pay-code');
  await expect(code).toBeVisible();
  await expectAccessible(page);
  const cip = ((await code.textContent()) ?? '').replace(/\D/g, '');
  await request.post(`/sandbox/pagoefectivo/cips/${cip}/pay`, { form: { message: 'send', copies: '2', delay: '0' } });
  await expect(async () => {
    const look = page.getByRole('button', { name: say('pay_look') });
    if (await look.isVisible()) await look.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('paid_title_closed'), { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('paid_title_closed'));
});

test('a card is declined, then accepted: nothing was charged, and then once', async ({ page, at, say, lender }) => {
  await borrow(page, lender);
  await openProfile(page, at);
  for (const behaviour of ['insufficient-funds', 'approve']) {
    await page.goto(at('/profile/components/payment/repay-loan'));
    await page.getByRole('radio', { name: say('pay_method_NIUBIZ') }).check();
    await page.locator('form button[type=submit]').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('niubiz_title'));
    await expectAccessible(page);
    await page.locator('.btn.big').click();
    await page.locator(`button[data-behaviour=${behaviour}]`).click();
    const title = behaviour === 'approve' ? say('paid_title_closed') : say('failed_title_FAILED');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAccessible(page);
  }
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('paid_title_closed'));
});
