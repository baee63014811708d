import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

const PATHS = ['/', '/tarifas', '/calculators', '/libro-de-reclamaciones'];
/** Longer than a page takes until it is idle and its card has answered. */
const REST_MS = 2_500;

interface Ahead {
  readonly asked: string[];
  /** Cookies that scripts have written, and keys of what they have stored. */
  readonly stored: () => Promise<string[]>;
  readonly open: () => Promise<void>;
}

/** Opens a page as a browser that renders it ahead: it is hidden, and nobody has opened it yet. */
async function renderAhead(page: Page, path: string): Promise<Ahead> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  await page.addInitScript(() => {
    const own = window as unknown as { stored: string[]; isAhead: boolean };
    own.stored = [];
    own.isAhead = true;
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => own.isAhead });
    const { set, get } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as Required<PropertyDescriptor>;
    Object.defineProperty(document, 'cookie', {
      get: () => get.call(document),
      set: (text: string) => {
        own.stored.push(`cookie ${text.split('=')[0]}`);
        set.call(document, text);
      },
    });
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      own.stored.push(`stored ${key}`);
      setItem.call(this, key, value);
    };
  });
  await page.goto(path);
  return {
    asked,
    stored: () => page.evaluate(() => (window as unknown as { stored: string[] }).stored),
    open: () =>
      page.evaluate(() => {
        (window as unknown as { isAhead: boolean }).isAhead = false;
        document.dispatchEvent(new Event('prerenderingchange'));
      }),
  };
}

for (const path of PATHS)
  test(`rendered ahead, ${path} calls nothing and stores nothing until somebody opens it`, async ({
    page,
    at,
    context,
  }) => {
    const { asked, stored, open } = await renderAhead(page, `${at(path)}?utm_source=radio`);
    await page.locator('h1').first().waitFor();
    await page.waitForTimeout(REST_MS);
    expect(asked).toEqual([]);
    expect(await stored()).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    const frame = page.locator('script[type=speculationrules]');
    await expect(frame).toHaveCount(0);
    await open();
    // The page of the complaints book is without them, for its bytes.
    if (!/reclamaciones/.test(path)) await expect(frame).toHaveCount(1);
    await expect.poll(() => asked).toContain('POST /api/v1/public/marketing-params');
  });

test('a page that was rendered ahead of a sign-out in another tab loads anew', async ({
  page,
  at,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'auth', value: 'bench', url: baseURL as string }]);
  const { open } = await renderAhead(page, at('/tarifas'));
  await expect(page.locator('html')).toHaveClass(/signed-in/);
  await context.clearCookies();
  const again = page.waitForEvent('load');
  await open().catch(() => undefined);
  await again;
  await expect(page.locator('html')).not.toHaveClass(/signed-in/);
});
