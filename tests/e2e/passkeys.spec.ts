import { expectAccessible } from './accessible.ts';
import { Applicant, connect, test } from './applicant.ts';
import { withAuthenticator } from './authenticator.ts';
import { proveByBoth, signInWithPassword } from './client.ts';
import { expect, forgive } from './journey.ts';
import { oneAtATime } from './moving-date.ts';
import { hasPaidALoan } from './prepared.ts';

/** The browser's own words for an answer of the server that is a refusal. */
const REFUSED = /status of 4(?:09|22|28)/;

const passkeysOf = ({ page, say }: Applicant) => page.getByRole('region', { name: say('settings_passkeys') });

/** Opens the settings by the offer of the profile, and the row of the passkeys. */
async function openPasskeys(applicant: Applicant): Promise<void> {
  const { page, say, at } = applicant;
  await page.goto(at('/profile'));
  await page.getByRole('link', { name: say('profile_passkey_go') }).click();
  await applicant.isAt('/profile/settings');
  await expect(passkeysOf(applicant)).toBeVisible();
}

async function addPasskey(applicant: Applicant): Promise<void> {
  await applicant.press('settings_passkeys_add');
  await proveByBoth(applicant);
  await expect(passkeysOf(applicant).getByRole('listitem')).toHaveCount(1);
}

async function leave({ page, say, at }: Applicant): Promise<void> {
  await page.locator('.account-btn').click();
  await page.getByRole('button', { name: say('header_log_out') }).click();
  // Home opens, and must not open over what the journey opens next.
  await expect(page).toHaveURL(({ pathname }) => pathname === at('/'));
  await expect(page.locator('.client-link').first()).toBeVisible();
  await page.waitForLoadState('load');
}

test('a passkey is added with password and code, waits a day, and is removed', async ({
  applicant,
  lender,
  complaints,
}) => {
  const { page, say, at } = applicant;
  await hasPaidALoan(applicant, lender);
  const device = await withAuthenticator(page);
  await openPasskeys(applicant);
  await expectAccessible(page);

  // A dialog that is closed changes nothing, and says nothing alarming; nothing is proved twice after it.
  await device.givesFinger(false);
  await applicant.press('settings_passkeys_add');
  await proveByBoth(applicant);
  await expect(passkeysOf(applicant).getByText(say('settings_passkeys_closed'))).toBeVisible();
  await device.givesFinger(true);
  // Nothing moves under the finger: the second press of two is not one of the next row.
  await applicant.button('settings_passkeys_add').dblclick();
  await expect(passkeysOf(applicant).getByRole('listitem')).toHaveCount(1);
  await expect(passkeysOf(applicant).getByRole('listitem')).toContainText('Chrome');
  await expectAccessible(page);
  // This device has one.
  await applicant.press('settings_passkeys_add');
  await expect(passkeysOf(applicant).getByText(say('settings_passkeys_known'))).toBeVisible();

  await leave(applicant);
  await page.goto(at('/sign-in'));
  // It stays: a success would go by itself.
  await expect(page.locator('main').getByRole('alert').getByText(say('sign_in_passkey_waits'))).toBeVisible();
  await expect(page.getByLabel(say('sign_in_identifier'))).toHaveAttribute('autocomplete', 'username webauthn');
  await device.touches(false);
  await applicant.fill('sign_in_identifier', applicant.who.documentNumber);
  await applicant.field('sign_in_password').fill(applicant.who.password);
  await applicant.press('sign_in_go');
  await expect(page.locator('.account-btn')).toBeVisible();
  await page.goto(`${at('/profile/settings')}#passkeys`);
  await passkeysOf(applicant).getByRole('listitem').getByRole('button').click();
  await expect(page.getByText(say('settings_passkeys_removed'))).toBeVisible();
  await expect(passkeysOf(applicant).getByRole('listitem')).toHaveCount(0);
  forgive(complaints, REFUSED);
});

test('a browser without passkeys offers none, and signs in as ever', async ({ applicant, lender }) => {
  const { page, say, at } = applicant;
  await hasPaidALoan(applicant, lender);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await page.goto(at('/profile'));
  await expect(page.locator('.account-btn')).toBeVisible();
  await page.goto(at('/profile/settings'));
  await expect(page.locator('summary', { hasText: say('settings_devices') })).toBeVisible();
  await expect(page.locator('summary', { hasText: say('settings_passkeys') })).toHaveCount(0);
});

test.describe('a day later', () => {
  // The other product: nobody else's dates move.
  test.use({
    baseURL: async ({ baseURL: _ }, use, { project }) => use(String(project.metadata['elsewhere'])),
    lender: async ({ lenderIn }, use, { project }) => use(lenderIn(String(project.metadata['dataDirElsewhere']))),
  });

  test('the browser offers the passkey where it fills in names, and it opens the account by itself', async ({
    applicant,
    browser,
    contextOptions,
    lender,
    complaints,
  }, { project }) => {
    const { page, say, at, who } = applicant;
    await oneAtATime(String(project.metadata['dataDirElsewhere']), async () => {
      await hasPaidALoan(applicant, lender);
      await withAuthenticator(page);
      await openPasskeys(applicant);
      await addPasskey(applicant);
      const provedAtMs = Date.now();
      await leave(applicant);
      await lender('date', 'advance', '1');
      await page.goto(at('/sign-in'));
      await expect(page.locator('.account-btn')).toHaveText(who.firstName);

      // Another device adds its own, after its own password and code.
      const elsewhere = await browser.newContext(contextOptions);
      await connect(elsewhere, who);
      const other = new Applicant({ ...applicant, page: await elsewhere.newPage() });
      await withAuthenticator(other.page);
      await signInWithPassword(other);
      await other.page.goto(`${at('/profile/settings')}#passkeys`);
      // Another code for the same purpose: one a minute.
      await other.page.waitForTimeout(Math.max(0, provedAtMs + 61_000 - Date.now()));
      await other.press('settings_passkeys_add');
      await proveByBoth(other);
      await expect(passkeysOf(other).getByRole('listitem')).toHaveCount(2);
      await elsewhere.close();

      // The first one is removed: its browser is told, or its next try is refused.
      await page.goto(`${at('/profile/settings')}#passkeys`);
      await passkeysOf(applicant).getByRole('listitem').first().getByRole('button').click();
      await expect(page.getByText(say('settings_passkeys_removed'))).toBeVisible();
      await leave(applicant);
      await page.goto(at('/sign-in'));
      await expect(page.getByLabel(say('sign_in_identifier'))).toBeVisible();
      await expect(page.locator('.account-btn')).toBeHidden();
      forgive(complaints, REFUSED);
    });
  });
});
