import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type { Locale } from '#i18n/locale.ts';
import { STAFF_ACTS, type StaffWords } from '#i18n/staff-acts.ts';
import { DESK, REFUSALS } from '#i18n/staff-desk.ts';
import { PASSKEY_SCRIPT, WAY_IN } from '#i18n/staff-way-in.ts';
import { fill } from '#i18n/translate.ts';
import { axeFaults } from '#tests/support/browser/axe.ts';
import { freePort, startProduct, stopRunning } from '#tests/support/browser/product.ts';
import { codeOfApp } from '#tests/support/staff/colleagues.ts';
import { addFirstAdministrator } from '#tools/operator-in-process.ts';
import { type VirtualAuthenticator, withAuthenticator } from './authenticator.ts';
import { expect, forgive, test as inLanguage, listen } from './journey.ts';
import { layoutFaults } from './layout-faults.ts';

const PASSWORD = 'ocho llamas cruzan el puente';

interface Office {
  readonly url: string;
  readonly invitation: string;
}

/** A lender of its own with one colleague, who has an invitation. */
const test = inLanguage.extend<Record<never, never>, { office: Office }>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const dir = mkdtempSync(join(tmpdir(), 'manay-passkeys-'));
      const env = {
        DATA_DIR: dir,
        LENDER_SANDBOX: '1',
        TRUSTED_PROXIES: '1',
        LOG_LEVEL: 'error',
        OPEN_TO_NETWORK: '1',
      };
      const made = await addFirstAdministrator({ ...process.env, ...env }, dir, { login: 'rosa', name: 'Rosa' });
      const port = String(await freePort());
      const product = await startProduct({ ...env, PORT: port }, 'server/lending/main.ts');
      // Passkeys belong to a name, never to an address of numbers.
      await use({ url: `http://localhost:${port}`, invitation: made.kind === 'invited' ? made.invitation : '' });
      await stopRunning(product);
      rmSync(dir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ office }, use) => use(office.url),
});

/** A device of a colleague with an authenticator of its own. */
class Device {
  readonly page: Page;
  readonly #locale: Locale;
  #authenticator: VirtualAuthenticator | undefined;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.#locale = locale;
  }

  say(words: StaffWords): string {
    return words[this.#locale];
  }

  async hasAuthenticator(): Promise<void> {
    this.#authenticator = await withAuthenticator(this.page);
  }

  /** Whoever is asked for a finger gives it or does not. */
  async answers(isUserVerified: boolean): Promise<void> {
    await this.#authenticator?.givesFinger(isUserVerified);
  }

  async fills(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.page.locator(`main [name="${name}"]`).fill(value);
    await this.page.locator('main form.act .btn').first().click();
  }

  async adds(name: string, code: string): Promise<void> {
    await this.page.goto('/desk/account/add-passkey');
    await this.isWhole();
    await this.fills({ name, password: PASSWORD, appCode: code });
    await expect(this.page.getByRole('status')).toHaveText(
      fill(
        this.say({
          es: 'Se agregó la llave {name}. Se avisó a un administrador.',
          en: 'The passkey {name} was added. An administrator was told.',
        }),
        { name },
      ),
    );
  }

  async leaves(): Promise<void> {
    await this.page.locator('form[action="/desk/sign-out"] button').click();
    await expect(this.page).toHaveURL(/\/desk\/sign-in$/);
  }

  async offersPasskey(): Promise<void> {
    await this.page.getByRole('button', { name: this.say(PASSKEY_SCRIPT.offer) }).click();
  }

  async isIn(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.say(DESK.waits));
  }

  /** Nothing that axe finds, and nothing that does not fit. */
  async isWhole(): Promise<void> {
    expect([...(await axeFaults(this.page)), ...(await layoutFaults(this.page))]).toEqual([]);
  }
}

test('a colleague adds a passkey from the invitation, signs in with it, adds another device and removes it', async ({
  page,
  browser,
  office,
  locale,
  complaints,
}) => {
  const phone = new Device(page, locale);
  await phone.hasAuthenticator();
  if (locale === 'en') {
    await page.goto('/desk/sign-in');
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  }
  await page.goto('/desk/invitation');
  await phone.fills({ login: 'rosa', invitation: office.invitation, password: PASSWORD });
  // A page that is loaded again begins again, with the same invitation.
  const lost = await page.locator('main a[href^="otpauth:"]').getAttribute('href');
  await page.reload();
  const uri = (await page.locator('main a[href^="otpauth:"]').getAttribute('href')) ?? '';
  expect(uri).not.toBe(lost);
  await expect(page.locator('main svg')).toBeVisible();
  await expect(page.locator('main code')).toHaveText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await phone.isWhole();
  await phone.fills({ code: codeOfApp(lost, Date.now()) });
  await expect(page.getByRole('alert')).toBeVisible();
  forgive(complaints, /400/);
  await phone.fills({ code: codeOfApp(uri, Date.now()) });
  const codes = await page.locator('main .codes code').allTextContents();
  expect(codes).toHaveLength(8);
  await phone.isWhole();
  await page
    .getByRole('main')
    .getByRole('link', { name: phone.say(STAFF_ACTS['account add-passkey']) })
    .click();
  // The code of the invitation is used: the app's next one counts already.
  await phone.adds('Teléfono', codeOfApp(uri, Date.now() + 30_000));
  await page.goto('/desk/account');
  await expect(page.getByRole('row').filter({ hasText: 'Teléfono' })).toContainText('localhost');
  await phone.isWhole();
  await phone.leaves();

  // Offered by the script alone, and nothing of it before the page is drawn.
  expect(await (await page.request.get('/desk/sign-in')).text()).not.toMatch(/passkey|llave/i);
  await phone.offersPasskey();
  await phone.isIn();
  await expect(page.getByRole('main')).toContainText('Teléfono');

  const other = await anotherDevice(
    browser.newContext({ baseURL: office.url, locale: locale === 'es' ? 'es-PE' : 'en-US' }),
    { locale, complaints },
  );
  await other.hasAuthenticator();
  await other.page.goto('/desk/sign-in');
  await other.fills({ login: 'rosa', password: PASSWORD, code: codes[0] ?? '' });
  await other.isIn();
  await other.adds('Laptop', codes[1] ?? '');
  await other.leaves();
  await other.offersPasskey();
  await other.isIn();
  await other.leaves();

  await page.goto('/desk/account');
  await page
    .getByRole('row')
    .filter({ hasText: 'Laptop' })
    .getByRole('link', { name: phone.say(STAFF_ACTS['account remove-passkey']) })
    .click();
  await phone.fills({});
  await expect(page.getByRole('status')).toContainText('Laptop');
  await other.offersPasskey();
  await expect(other.page.getByRole('alert')).toContainText(phone.say(REFUSALS['passkey_refused'] as StaffWords));
  forgive(complaints, /400/);

  // Who closes the dialog reads nothing alarming, and opens it again by the button.
  await phone.leaves();
  await phone.answers(false);
  await phone.offersPasskey();
  await expect(page.getByRole('status')).toHaveText(phone.say(WAY_IN.use_passkey));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await phone.isWhole();
  await phone.answers(true);
  await page.getByRole('button', { name: phone.say(WAY_IN.passkey_on) }).click();
  await phone.isIn();
});

test('a browser without passkeys is offered none', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await page.goto('/desk/sign-in');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button')).toHaveCount(2);
});

async function anotherDevice(
  opening: Promise<BrowserContext>,
  { locale, complaints }: { readonly locale: Locale; readonly complaints: string[] },
): Promise<Device> {
  const page = await (await opening).newPage();
  listen(page, complaints);
  return new Device(page, locale);
}
