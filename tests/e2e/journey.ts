import { test as base, expect, type Page, type Request } from '@playwright/test';
import { type Locale, localePath } from '#i18n/locale.ts';
import { MESSAGES, type MessageKey } from '#i18n/messages.ts';
import { fill } from '#i18n/translate.ts';
import { strangeCookies } from './cookie-jar.ts';

export { expect };

/** A text in the project's language. */
export type Say = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

interface Fixtures {
  readonly locale: Locale;
  readonly say: Say;
  /** A page's path in the project's language. */
  readonly at: (path: string) => string;
  /** Anything the page complained about. The test fails at its end unless it took the complaint out. */
  readonly complaints: string[];
}

/**
 * Journey in the project's language. It fails on a console error, a broken promise, a CSP violation, or a cookie that
 * is not in the table of cookies.
 */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
  locale: async ({}, use, { project }) => use(project.metadata['locale'] as Locale),
  say: async ({ locale }, use) => use((key, values) => fill(MESSAGES[key][locale], values)),
  at: async ({ locale }, use) => use((path) => localePath(locale, path)),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      // A visitor tells the device once a day; here every journey is a new visitor from one address, and ten a minute
      // are allowed. The journeys of the interface take this out again.
      await page.addInitScript(() => localStorage.setItem('manay:device-sent', new Date().toISOString().slice(0, 10)));
      listen(page, complaints);
      await use(complaints);
      expect(complaints).toEqual([]);
      expect(await strangeCookies(page.context())).toEqual([]);
    },
    { auto: true },
  ],
});

/** The browser's own words for the answer that asks for a proof (domain 2.1.1): the window that opens is the page's. */
const ASKED_FOR_PROOF = /status of 428/;

/** A browser reports every refused request: these are part of the journey. */
export function forgive(complaints: string[], pattern: RegExp): void {
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !pattern.test(text)));
}

/** Writes down whatever a page complains about. */
export function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!ASKED_FOR_PROOF.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => void complainOfToken(request, complaints));
}

/** Every request of the API carries the token, when the browser has one (product-spec §7). */
async function complainOfToken(request: Request, complaints: string[]): Promise<void> {
  if (!request.url().includes('/api/v1/') || request.isNavigationRequest()) return;
  // Of a page that has closed since there is nothing to ask.
  const { cookie = '', authorization } = await request.allHeaders().catch(() => ({}) as Record<string, string>);
  if (/(?:^|; )auth=/.test(cookie) && !authorization) complaints.push(`${request.url()} goes without the token`);
}

/** The calculator once its script has started: a change shows at once. */
export async function calculator(page: Page, label: string): Promise<ReturnType<Page['getByRole']>> {
  const card = page.getByRole('form', { name: label });
  // The visitors' own, or the one that a client's page puts in its place.
  await page.locator('[data-ready] > form.calc, :not(astro-island) > form.calc').first().waitFor({ state: 'attached' });
  return card;
}
