import type { Page } from '@playwright/test';
import { calculator, expect, test } from './journey.ts';

const PAGES = ['/', '/preguntas', '/tarifas', '/libro-de-reclamaciones', '/application/new-client', '/calculators'];
/** look.md §11: nothing a finger has to hit is smaller, links inside a sentence excepted. */
const SMALLEST_TARGET_PX = 44;

test('nothing a finger has to hit is smaller than 44 pixels', async ({ page, at }) => {
  for (const path of PAGES) {
    await page.goto(at(path));
    // A screen of the client area draws itself; its heading comes with it.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect.soft(await smallTargets(page), path).toEqual([]);
  }
});

/** Controls that are shown and too small. A hidden box whose label is the target counts with its label. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const isInline = (element: Element): boolean =>
      getComputedStyle(element).display === 'inline' && element.closest('p, li, dd, td, label, .answer') !== null;
    const target = (element: Element): Element => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const box = label && (label.contains(element) ? label : label.parentElement);
      return box?.contains(element) ? box : element;
    };
    const controls = [
      ...document.querySelectorAll('a[href], button, summary, select, textarea, input:not([type=hidden])'),
    ];
    return (
      controls
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInline(element))
        .map((element) => ({ element, box: target(element).getBoundingClientRect() }))
        // Off the screen until it has the focus, or invisible to everybody but screen readers.
        .filter(({ box }) => box.width > 1 && box.bottom > 0)
        .filter(({ box }) => box.width < smallest - 0.5 || box.height < smallest - 0.5)
        .map(
          ({ element, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`,
        )
    );
  }, SMALLEST_TARGET_PX);
}

test('with the keyboard alone the focus is always seen, never under the header', async ({ page, at }) => {
  await page.goto(at('/'));
  const hidden: string[] = [];
  for (let press = 0; press < 70; press++) {
    await page.keyboard.press('Tab');
    // What is below the fold is laid out when it comes into view.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const problem = await coveredFocus(page);
    if (problem) hidden.push(problem);
  }
  expect(hidden).toEqual([]);
});

/** Finds what has the focus, when no part of it can be seen. */
function coveredFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const shown = (focused instanceof HTMLInputElement && focused.closest('label')) || focused;
    const { left, top, width, height } = shown.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const),
    );
    const seen = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (shown.contains(hit) || hit.contains(shown));
    });
    return seen ? undefined : shown.outerHTML.slice(0, 140);
  });
}

test('a loan is chosen and asked for with the keyboard alone', async ({ page, at, say }) => {
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await card.getByRole('radio', { name: say('calc_installment') }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(card.getByRole('radio', { name: say('calc_single_pay') })).toBeChecked();
  await card.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const amount = await card.getByRole('slider').inputValue();
  for (let press = 0; press < 6; press++) {
    if (await page.evaluate(() => document.activeElement?.matches('a.btn') ?? false)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(at('/application/new-client')));
  await expect(page.getByRole('main')).toContainText(`${amount},00`);
});

test('without JavaScript every text, question, account number and contact is there', async ({
  browser,
  baseURL,
  at,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto(at('/'));
  await page.locator('details[name="faq"] summary').nth(1).click();
  await expect(page.locator('details[name="faq"]').nth(1).locator('.answer')).toBeVisible();
  await expect(page.locator('a[href^="tel:"], a[href^="mailto:"]').first()).toBeVisible();
  await page.goto(at('/como-pagar'));
  await expect(page.locator('.banks .num').first()).toBeVisible();
  await page.goto(at('/libro-de-reclamaciones'));
  await expect(page.locator('form[method="post" i] button[type="submit"]').first()).toBeVisible();
  await context.close();
});
