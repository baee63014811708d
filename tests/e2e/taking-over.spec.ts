import type { Page } from '@playwright/test';
import { test as asClient } from './applicant.ts';
import { expect, test } from './journey.ts';
import { withAccount } from './prepared.ts';

/** The client area's script waits until it is let through. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/_astro/client-area.island*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Told of each frame in which an element was to be seen, on whichever page. */
async function watchFor(page: Page, selector: string): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction('tellSeen', (path: string) => seen.push(path));
  await page.addInitScript((watched) => {
    const look = () => {
      if (document.querySelector(watched)?.checkVisibility()) {
        (window as unknown as { tellSeen: (path: string) => void }).tellSeen(location.pathname);
      }
      requestAnimationFrame(look);
    };
    look();
  }, selector);
  return seen;
}

test('a form is filled in and sent before the script has come: everything counts, and it is sent once', async ({
  page,
  at,
  say,
  complaints,
}) => {
  const letScript = await holdScript(page);
  const sent: (string | null)[] = [];
  await page.route('**/api/v1/auth/registrations', async (route) => {
    sent.push(route.request().postData());
    await route.fulfill({ status: 500, json: {} });
  });
  await page.goto(at('/application/new-client'), { waitUntil: 'commit' });
  await page.getByText(say('sign_up_document_CE'), { exact: true }).click();
  await page.locator('#documentNumber').fill('001234567');
  await page.locator('#phone').fill('987654321');
  await page.locator('#acceptTerms').check();
  const submit = page.getByRole('button', { name: say('sign_up_go') });
  await submit.click();
  await page.locator('#email').fill('ana@example.com');
  await page.locator('#email').press('ArrowLeft');
  await submit.click();
  await page.locator('#email').focus();
  expect(new URL(page.url()).search).toBe('');
  letScript();
  await expect(page.locator('.failure .note')).toBeVisible();
  await expect(page.locator('#documentNumber')).toHaveValue('001234567');
  await expect(page.getByText(say('sign_up_number_CE'), { exact: true })).toBeVisible();
  await expect(page.locator('#acceptTerms')).toBeChecked();
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({
    documentType: 'CE',
    documentNumber: '001234567',
    phone: '987654321',
    email: 'ana@example.com',
    acceptTerms: true,
  });
  // The browser's own word for the answer.
  complaints.length = 0;
});

test('another way to sign in that was chosen before the script is there when it has come', async ({
  page,
  at,
  say,
}) => {
  const letScript = await holdScript(page);
  await page.goto(at('/sign-in'), { waitUntil: 'commit' });
  await page.getByRole('button', { name: say('sign_in_by_code') }).click();
  letScript();
  await expect(page.getByRole('button', { name: say('sign_in_send_code') })).toBeVisible();
});

test('a visitor sees nothing of a client’s page on the way home', async ({ page, at }) => {
  const seen = await watchFor(page, 'astro-island .first h1');
  await page.goto(at('/profile'));
  await page.waitForURL((url) => url.searchParams.has('returnTo'));
  expect(seen).toEqual([]);
});

asClient('a client with a session sees no form to sign in on the way to their screen', async ({ applicant }) => {
  await withAccount(applicant);
  const { page, at } = applicant;
  const seen = await watchFor(page, '#identifier');
  await page.goto(at('/sign-in'));
  await page.waitForURL((url) => !url.pathname.includes('sign-in'));
  await expect(page.locator('main h1')).toBeVisible();
  expect(seen).toEqual([]);
});
