import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeFaults, WCAG_TAGS } from '#tests/support/browser/axe.ts';
import { expect, forgive, test } from './journey.ts';
import { operatorHeaders } from './operator-headers.ts';

const dataDir = process.env['DATA_DIR'] ?? join(tmpdir(), 'manay-browser-tests');

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFaults(page, { tags: WCAG_TAGS })).toEqual([]);
  // What is hidden is hidden: no rule of a part is stronger than the attribute.
  await expect(page.locator('[hidden]').filter({ visible: true })).toHaveCount(0);
}

/** The detail makes the sheet one of its own: the same twice on one day is one. */
async function fillIn(page: Page, detail: string): Promise<void> {
  const fields = {
    firstName: 'Rosa Elena',
    lastName: 'Quispe Ñahui',
    documentNumber: '45678912',
    email: 'rosa@correo.example',
    street: 'Jr. Los Álamos 123',
    district: 'Breña',
    province: 'Lima',
    description: 'Préstamo de pago único',
    amount: '1.234,50',
    detail,
    request: 'Que registren mi pago con su fecha.',
  };
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value);
  await page.locator('#department').selectOption('15');
  await page.locator('#declaration').check();
  await page.locator('#consent').check();
}

test(
  'a consumer files a sheet, gets its copy, and reads the operator’s answer',
  { tag: '@spec-2.6' },
  async ({ page, context, at, say, complaints, isMobile }, { project }) => {
    // Five sheets an hour from one line is the law of the form: each of the four projects files one.
    if (!isMobile) return;
    await page.goto(at('/libro-de-reclamaciones'));
    await page.getByRole('button', { name: say('book_send') }).click();
    const summary = page.locator('[data-show="errors"]');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link', { name: say('errors.firstName.required') })).toBeVisible();
    await expectAccessible(page);
    await summary.getByRole('link', { name: say('errors.firstName.required') }).click();
    await expect(page.locator('#firstName')).toBeFocused();
    forgive(complaints, /400/);

    await expect(page.getByLabel(say('book_guardian_name'))).toBeHidden();
    await page.locator('#isMinor').check();
    await expect(page.getByLabel(say('book_guardian_name'))).toBeVisible();
    await page.locator('#isMinor').uncheck();

    await fillIn(page, `Con JavaScript, ${project.name}, ${Date.now()}.`);
    await page.locator('#attachments').setInputFiles({
      name: 'boleta.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4 boleta'),
    });
    await expect(page.getByText('boleta.pdf')).toBeVisible();
    await page.getByRole('button', { name: say('book_send') }).click();
    await expect(page.getByText(say('track_filed'))).toBeVisible();
    await expectAccessible(page);

    const code = (await page.locator('[data-fill="code"]').textContent()) ?? '';
    const key = (await page.locator('[data-fill="key"]').textContent()) ?? '';
    expect(code).toMatch(/^LR-\d{4}-\d{6}$/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: say('track_copy_key') }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    const sheet = await page.request.get(
      (await page.getByRole('link', { name: say('track_sheet_pdf') }).getAttribute('href')) ?? '',
    );
    expect(sheet.headers()['content-type']).toBe('application/pdf');

    const outbox = await page.request.get('/sandbox/outbox');
    expect(await outbox.text()).toContain(code);

    const answered = await page.request.post(`/api/v1/staff/complaints/${code}/answer`, {
      headers: operatorHeaders(dataDir),
      data: { text: 'Registramos tu pago con su fecha.', solution: 'ACCEPTED' },
    });
    expect(answered.status()).toBe(200);

    await page.goto(at('/libro-de-reclamaciones/seguimiento'));
    await expectAccessible(page);
    await page.getByLabel(say('track_code')).fill(code.toLowerCase());
    await page.getByLabel(say('track_key'), { exact: true }).fill('7KQ2-M9XA-0B3D-WZ5T-HN8C');
    await page.getByRole('button', { name: say('track_see') }).click();
    await expect(page.getByText(say('track_not_found'))).toBeVisible();
    forgive(complaints, /404/);
    await page.getByLabel(say('track_code')).fill(code);
    await page.getByLabel(say('track_key'), { exact: true }).fill(key.replaceAll('-', ' '));
    await page.getByRole('button', { name: say('track_see') }).click();
    await expect(page.getByText('Registramos tu pago con su fecha.')).toBeVisible();
    await expect(page.getByText(say('track_solution_ACCEPTED'), { exact: true })).toBeVisible();
    await expectAccessible(page);
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the same form works: errors come back beside what was typed, then the sheet is filed', async ({
    page,
    at,
    say,
    complaints,
    isMobile,
  }, { project }) => {
    if (isMobile) return;
    await page.goto(at('/libro-de-reclamaciones'));
    const detail = `Sin JavaScript, ${project.name}, ${Date.now()}.`;
    await fillIn(page, detail);
    await page.locator('#documentNumber').fill('123');
    await page.getByText(say('book_type_queja'), { exact: true }).click();
    await page.getByRole('button', { name: say('book_send') }).click();

    const summary = page.locator('[data-show="errors"]');
    await expect(summary.getByRole('link', { name: say('errors.documentNumber.invalid') })).toBeVisible();
    await expect(page).toHaveURL(at('/libro-de-reclamaciones/hoja/nueva').replace(/\/$/, ''));
    await expect(page.locator('#documentNumber')).toHaveValue('123');
    await expect(page.locator('#amount')).toHaveValue('1.234,50');
    await expect(page.locator('#department')).toHaveValue('15');
    await expect(page.getByRole('radio', { name: say('book_type_queja') })).toBeChecked();
    forgive(complaints, /400/);

    await page.locator('#documentNumber').fill('45678912');
    await page.getByRole('button', { name: say('book_send') }).click();
    await expect(page.getByText(say('track_filed'))).toBeVisible();
    const sheet = at('/libro-de-reclamaciones/hoja');
    await expect(page).toHaveURL(sheet);
    await expect(page.locator('[data-fill="code"]')).toHaveText(/^LR-\d{4}-\d{6}$/);
    const code = (await page.locator('[data-fill="code"]').textContent()) ?? '';
    const key = (await page.locator('[data-fill="key"]').textContent()) ?? '';
    await page.reload();
    await expect(page.getByText(say('track_filed'))).toBeVisible();
    const copy = page.getByRole('link', { name: say('track_sheet_pdf') });
    const paper = await page.request.get((await copy.getAttribute('href')) ?? '');
    expect(paper.headers()['content-type']).toBe('application/pdf');

    // The same sent again is the same sheet, and Back leads to the form.
    await page.goto(at('/libro-de-reclamaciones'));
    await fillIn(page, detail);
    await page.getByText(say('book_type_queja'), { exact: true }).click();
    await page.getByRole('button', { name: say('book_send') }).click();
    await expect(page).toHaveURL(sheet);
    await expect(page.locator('[data-fill="code"]')).toHaveText(code);
    await page.goBack();
    await expect(page.getByRole('button', { name: say('book_send') })).toBeVisible();
    await page.goForward();
    await expect(page.locator('[data-fill="code"]')).toHaveText(code);

    // Another browser has no cookie: the page asks, and code and key open it.
    await page.context().clearCookies();
    await page.reload();
    await page.getByLabel(say('track_code')).fill(code);
    await page.getByLabel(say('track_key'), { exact: true }).fill(key);
    await page.getByRole('button', { name: say('track_see') }).click();
    await expect(page).toHaveURL(sheet);
    await expect(page.locator('[data-fill="code"]')).toHaveText(code);
    await page.context().clearCookies();
    await page.goto(at(`/libro-de-reclamaciones/hoja/${code}/${key}`).replace(/\/$/, ''));
    await expect(page).toHaveURL(sheet);
    await expect(page.locator('[data-fill="code"]')).toHaveText(code);
  });
});
