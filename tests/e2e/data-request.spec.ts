import type { Page } from '@playwright/test';
import { VISITOR_FORM_PATH } from '#api/visitor-request-form.ts';
import type { MessageKey } from '#i18n/messages.ts';
import { PHOTO } from '#tests/support/applications/applicant.ts';
import { expectAccessible } from './accessible.ts';
import { expect, forgive, test } from './journey.ts';

const WRONG = { name: 'dni.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
const RIGHT = { name: 'dni.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(PHOTO) };

/** The mailbox makes the request one of its own: the same person's is looked at once. */
async function fillIn(page: Page, email: string): Promise<void> {
  const fields = {
    detail: 'Nunca fui cliente. ¿Qué datos míos tienen?',
    firstName: 'Rosa',
    lastName1: 'Quispe',
    email,
  };
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value);
  await page.locator('#documentNumber').fill('45678912');
  await page.locator('#type').selectOption('ACCESS');
}

async function expectReceived(page: Page, say: (key: MessageKey) => string, email: string): Promise<void> {
  const received = page.locator('[data-show="received"]');
  await expect(received).toContainText(say('data_form_received'));
  await expect(received).toContainText(email);
  await expect(received).toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/);
  await expect(received).toContainText(/\d\d\/\d\d\/20\d\d/);
  await expect(page.locator('form#data-request')).toBeHidden();
}

test('somebody without an account asks for their data from the privacy page', async ({
  page,
  at,
  say,
  complaints,
  isMobile,
}, { project }) => {
  // Six a minute from one line is the limit of pictures: the phone asks with script, the desktop without.
  if (!isMobile) return;
  await page.goto(at('/privacidad'));
  await page
    .locator('main')
    .locator(`a[href="${at('/privacidad/solicitud')}"]`)
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('data_form_title'));
  await expectAccessible(page);
  await page.locator('#email').fill('rosa@gmial.com');
  await page.locator('#email').blur();
  await page.getByRole('button', { name: say('email_meant', { email: 'rosa@gmail.com' }) }).click();
  await expect(page.locator('#email')).toHaveValue('rosa@gmail.com');
  const email = `rosa-${project.name}-${Date.now()}@example.pe`;
  await fillIn(page, email);
  await page.locator('#identity').setInputFiles(WRONG);
  await page.getByRole('button', { name: say('settings_data_go') }).click();
  const summary = page.locator('[data-show="errors"]');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link', { name: say('errors.identity.unsupported_type') })).toBeVisible();
  await expectAccessible(page);
  forgive(complaints, /400/);
  await page.locator('#identity').setInputFiles(RIGHT);
  await page.getByRole('button', { name: say('settings_data_go') }).click();
  await expectReceived(page, say, email);
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the same form works: errors come back beside what was typed, then the request is received', async ({
    page,
    at,
    say,
    complaints,
    isMobile,
  }, { project }) => {
    if (isMobile) return;
    await page.goto(at('/privacidad/solicitud'));
    const email = `luz-${project.name}-${Date.now()}@example.pe`;
    await fillIn(page, email);
    await page.locator('#documentNumber').fill('123');
    await page.locator('#identity').setInputFiles(RIGHT);
    await page.getByRole('button', { name: say('settings_data_go') }).click();
    await expect(page).toHaveURL(new RegExp(VISITOR_FORM_PATH));
    const summary = page.locator('[data-show="errors"]');
    await expect(summary.getByRole('link', { name: say('errors.documentNumber.invalid') })).toBeVisible();
    await expect(page.getByText(say('data_form_identity_lost'))).toBeVisible();
    await expect(page.locator('#email')).toHaveValue(email);
    forgive(complaints, /400/);
    await page.locator('#documentNumber').fill('45678912');
    await page.locator('#identity').setInputFiles(RIGHT);
    await page.getByRole('button', { name: say('settings_data_go') }).click();
    await expectReceived(page, say, email);
  });
});
