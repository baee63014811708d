import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { type Applicant, test } from './applicant.ts';
import { borrow } from './client.ts';
import { expect, forgive } from './journey.ts';
import { enter, tabTo } from './keyboard.ts';
import { applied } from './prepared.ts';

function menuOf({ page, say }: Applicant): Locator {
  return page.getByRole('navigation', { name: say('header_my_account') });
}

async function openMenu(applicant: Applicant): Promise<Locator> {
  const { page } = applicant;
  const menu = menuOf(applicant);
  // Its script comes when the page is idle: on a busy machine the first press may be before it.
  await expect(async () => {
    if (!(await menu.isVisible())) await enter(page, page.locator('.account-btn'));
    await expect(menu).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 240_000 });
  return menu;
}

test(
  'who is signed in has their name in the header, their menu, their way on, and leaves nothing behind',
  { tag: ['@asvs-7.4.4', '@asvs-14.3.3', '@spec-2.17', '@spec-2.27', '@spec-4.4'] },
  async ({ applicant, lender, baseURL, complaints }, { project }) => {
    const { page, say, at, who } = applicant;
    const isHome = ({ pathname }: URL) => pathname === at('/');
    await borrow(applicant, lender);
    // What a calculator keeps, and what somebody who leaves takes away.
    const kept = { amount: '500', term: '30', product_type: 'SINGLE_PAY', product_id: '1', topup_amount: '100' };
    await page
      .context()
      .addCookies(
        Object.entries(kept).map(([name, value]) => ({ name: `calc_selected_${name}`, value, url: baseURL ?? '' })),
      );

    await page.goto(at('/profile'));
    await expect(page.locator('.account-btn')).toHaveText(who.firstName);
    await expect(page.locator('.top .logo')).toBeVisible();
    await page.goto(at('/'));
    const button = page.locator('.account-btn');
    await expect(button).toHaveText(who.firstName);
    await expect(button).toHaveAccessibleName(say('header_account_of', { name: who.firstName }));
    await expect(page.locator('.client-link')).toBeHidden();
    const menu = await openMenu(applicant);
    await expect(menu).toBeVisible();
    await expectAccessible(page);
    if (project.metadata['screen'] === 'phone') {
      await page.locator('.menu-btn').click();
      await expect(menu).toBeHidden();
      await expect(page.locator('#menu')).toBeVisible();
      await button.click();
      await expect(page.locator('#menu')).toBeHidden();
      await expect(menu).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await openMenu(applicant);
    await enter(page, menu.getByRole('link', { name: say('header_my_profile') }));
    await applicant.isAt('/profile/settings');
    await expect(menu).toBeHidden();
    await openMenu(applicant);
    await expect(menu.getByRole('link', { name: say('header_my_profile') })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
    // The screens of the client area change without another page.
    await enter(page, menu.getByRole('link', { name: say('header_my_loans') }));
    await applicant.isAt('/profile');
    await expect(menu).toBeHidden();
    await openMenu(applicant);
    await expect(menu.getByRole('link', { name: say('header_my_loans') })).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await applicant.isAt('/profile/settings');
    await expect(menu).toBeHidden();
    // Also when the screen changes in the moment in which it opens.
    await page.locator('#account').evaluate((popover) => {
      (popover as HTMLElement).showPopover();
      document.dispatchEvent(new CustomEvent('manay:route', { detail: 'profile/settings' }));
    });
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))));
    await expect(menu).toBeHidden();

    // The logo: to the next screen, and from their loans to the public site.
    await enter(page, page.locator('.top .logo'));
    await applicant.isAt('/profile');
    await expect(page.locator('.due')).toBeVisible();
    await enter(page, page.locator('.top .logo'));
    await expect(page).toHaveURL(isHome);

    await openMenu(applicant);
    const out = menu.getByRole('button', { name: say('header_log_out') });
    await tabTo(page, out);
    await page.keyboard.press('Enter');
    await expect(page.locator('.client-link')).toBeVisible();
    await expect(button).toBeHidden();
    // The page does not wait for a slow server: some of them go with its answer.
    const kinds = /auth|bind|calc/;
    const cookies = async () =>
      (await page.context().cookies()).map(({ name }) => name).filter((name) => kinds.test(name));
    await expect
      .poll(async () => (await cookies()).sort())
      .toEqual(['calc_selected_product_id', 'calc_selected_product_type']);
    expect(await page.evaluate(() => localStorage.getItem('manay:first-name'))).toBeNull();
    // Back shows nothing of theirs.
    await page.goto(at('/profile'));
    await expect(page).toHaveURL(isHome);
    // A request that is still on its way when the session ends is answered with 401, which the browser writes down.
    forgive(complaints, /status of 401/);
  },
);

test('on the home page a client in the middle of an application is sent on, and the logo leads there too', {
  tag: ['@spec-2.31', '@spec-4.2'],
}, async ({ applicant }) => {
  const { page, at } = applicant;
  await applied(applicant);
  await page.goto(at('/'));
  await applicant.isAt('/application/iov');
  await expect(page.locator('.for-clients')).toBeHidden();
  await enter(page, page.locator('.top .logo'));
  await applicant.isAt('/application/iov');
  await expectAccessible(page);
});

test('a client who has a loan sees where they are on every page with a calculator, and nobody asks them to apply', async ({
  applicant,
  lender,
}) => {
  const { page, at } = applicant;
  await borrow(applicant, lender);
  for (const path of ['/', '/calculator/', '/calculators/', '/calculatoripl/', '/tarifas/']) {
    await page.goto(at(path));
    await expect(page.locator('astro-island > div .client-calc'), path).toBeVisible();
    await expect(page.locator('.client-calc'), path).toHaveCount(1);
    await expect(page.locator('[data-at=apply]:visible'), path).toHaveCount(0);
    await expect(page.locator('.calculator > .skeleton:visible'), path).toHaveCount(0);
  }
});

test('until the state of a client with a loan is known no page with a calculator has anything to press, and the logo leads on from the first moment', {
  tag: ['@spec-2.31', '@spec-2.47'],
}, async ({ applicant, lender, complaints }) => {
  const { page, at } = applicant;
  await borrow(applicant, lender);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let isFailing = false;
  await page.route('**/client-area-texts/*.json', async (route) => {
    if (isFailing) return route.abort();
    await isReleased;
    return route.continue();
  });
  const pages = ['/', '/calculator/', '/calculators/', '/tarifas/', '/calculatoripl/'];
  for (const path of pages) {
    await page.goto(at(path));
    await expect(page.locator('.calculator > .skeleton'), path).toBeVisible();
    await expect(page.locator('.calculator :is(a, button, input):visible'), path).toHaveCount(0);
    if (path === '/calculatoripl/') continue;
    await expect(page.locator('.top .logo'), path).toHaveAttribute('href', at('/application/'));
  }
  release();
  await expect(page.locator('.client-calc')).toBeVisible();
  await expect(page.locator('.calculator > .skeleton:visible')).toHaveCount(0);
  // Without the client's part the visitors' card leads to the same screens.
  isFailing = true;
  for (const path of pages) {
    await page.goto(at(path));
    await expect(page.locator('[data-at=apply]'), path).toBeVisible();
    await expect(page.locator('.calculator > .skeleton:visible'), path).toHaveCount(0);
  }
  await page.goto(at('/tarifas/'));
  isFailing = false;
  await enter(page, page.locator('.top .logo'));
  await applicant.isAt('/profile');
  forgive(complaints, /Failed to load resource|client-area-texts/);
});
