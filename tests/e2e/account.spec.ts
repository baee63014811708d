import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { StoredDocumentBody } from '#api/document-item.ts';
import { expectAccessible } from './accessible.ts';
import { Applicant, connect, test } from './applicant.ts';
import { borrow, proveByBoth, proveByCode, signInWithPassword } from './client.ts';
import { expect } from './journey.ts';
import { enter, tick } from './keyboard.ts';
import { linkTo } from './outbox.ts';
import { withAccount } from './prepared.ts';

test('a client changes their e-mail, sends another device away and closes the account, with the keyboard alone', async ({
  applicant,
  browser,
  contextOptions,
}) => {
  const { page, say, at, who } = applicant;
  await withAccount(applicant);
  const elsewhere = await browser.newContext(contextOptions);
  await connect(elsewhere, who);
  const other = new Applicant({ ...applicant, page: await elsewhere.newPage() });
  await signInWithPassword(other);
  await other.page.goto(at('/profile/settings'));
  await expect(other.heading('settings_title')).toBeVisible();

  await page.goto(at('/profile/settings'));
  await expectAccessible(page);
  await enter(page, page.getByRole('link', { name: say('settings_email_edit') }));
  await applicant.isAt('/profile/settings/edit-email');
  const email = `otra.${who.email}`;
  await enter(page, page.locator('#newEmail'));
  await expect(page.locator('#newEmail')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await proveByBoth(applicant);
  await expect(page.getByText(say('edit_email_sent', { email }))).toBeVisible();
  await expectAccessible(page);
  const letter = await page.context().newPage();
  await letter.goto(await linkTo(applicant.request, email, '/email/link/'));
  await enter(letter, letter.getByRole('button'));
  await expect(letter.locator('a[href$="/sign-in/"]')).toBeVisible();
  await letter.close();

  await enter(page, page.getByRole('link', { name: say('edit_email_back') }));
  // It counts a day later, and says so.
  await expect(page.getByText('o•••@example.pe')).toBeVisible();
  await expect(applicant.button('pending_cancel')).toBeVisible();
  await enter(page, page.locator('summary', { hasText: say('settings_devices') }));
  const devices = page.getByRole('region', { name: say('settings_devices') });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await enter(page, devices.getByRole('button'));
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByText(say('settings_device_here'))).toBeVisible();
  // The other one finds out with the next thing it asks for, and is a visitor's again.
  await other.page.getByRole('link', { name: say('settings_email_edit') }).click();
  await expect(other.page).toHaveURL(({ pathname }) => pathname === at('/'));
  await expect(other.page.locator('.account-btn')).toBeHidden();
  await elsewhere.close();

  await enter(page, page.locator('summary', { hasText: say('settings_close') }));
  await tick(page, page.getByRole('checkbox', { name: say('settings_close_understood') }));
  await expectAccessible(page);
  await enter(page, applicant.button('settings_close_go'));
  await proveByCode(applicant);
  await expect(applicant.button('settings_keep')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await enter(page, applicant.button('settings_keep'));
  await expect(page.locator('summary', { hasText: say('settings_close') })).toBeVisible();
});

test('a paper is asked for, downloaded and proven to be the one that was issued', async ({ applicant, lender }) => {
  const { page, say, at, request } = applicant;
  await borrow(applicant, lender);
  await page.goto(at('/profile/documents'));
  await expect(applicant.heading('documents_title')).toBeVisible();
  await expectAccessible(page);
  await enter(page, page.locator('summary', { hasText: say('documents_payoff') }));
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 201);
  await enter(page, applicant.button('documents_payoff_go'));
  const { title, sha256: printed } = (await (await answered).json()) as StoredDocumentBody;
  // In the fold below the list.
  await expect(page.locator('code', { hasText: printed })).toHaveCount(1);
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await enter(page, page.getByRole('button', { name: say('documents_download_of', { title }) }).first());
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^payoff-quote-P-\d{4}-\d{7}-\d{4}-\d\d-\d\d-v1(?:-en)?\.pdf$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(sha256).toBe(printed);
  const verified = await request.get(`/api/v1/public/documents/verify?sha256=${sha256}`);
  expect(await verified.json()).toEqual({ issued: true });
});
