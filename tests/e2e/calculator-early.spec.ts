import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { calculator, expect, test } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { showAs } from './looks.ts';

/** React and the card, which come with the first act. */
const ISLAND = /\/_astro\/(?:client|calculator\.island)\.[^/]*\.js/;

const totalOf = (page: Page) => page.locator('.calc .money.xl').textContent();

/** Presses the + and says what the button then offers: each press must be one step. */
async function press(page: Page, times: number): Promise<string | null> {
  const more = page.locator('.calc .step button').last();
  for (let count = 0; count < times; count++) await more.click();
  return page.locator('.calc .cta a').textContent();
}

test('before a person acts nothing of the island is requested; with the first act it is', async ({ page, at, say }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (ISLAND.test(request.url())) asked.push(request.url());
  });
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await press(page, 1);
  await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('no tap is lost before, while and after the island comes, and nothing jumps', async ({ page, at, say }) => {
  const waiting: Route[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(ISLAND, async (route) => {
    waiting.push(route);
    await held;
    await route.continue();
  });
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const slider = card.getByRole('slider');
  const [start, step] = [Number(await slider.inputValue()), Number(await slider.getAttribute('step'))];

  const before = await totalOf(page);
  await press(page, 2);
  await expect(slider).toHaveValue(String(start + 2 * step));
  expect(await totalOf(page)).not.toBe(before);
  await expect.poll(() => waiting.length).toBeGreaterThan(0);

  // The button must stay the same element, with its focus: a new one would swallow the tap that is under way.
  await card
    .locator('.step button')
    .last()
    .evaluate((button) => Object.assign(button, { isFirst: true }));
  release();
  await press(page, 2);
  await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
  await press(page, 1);
  await expect(slider).toHaveValue(String(start + 5 * step));
  const button = card.locator('.step button').last();
  expect(await button.evaluate((now) => 'isFirst' in now && now === document.activeElement)).toBe(true);
  const total = ((await totalOf(page)) ?? '').replace(/^\s*S\/\s*/, '').trim();
  await expect(card.locator('.rows .total')).toContainText(total);
  await expect(card.locator('.det')).toHaveAttribute('aria-busy', 'false');
});

test('when the island cannot come the figures go on, the card says what is missing, and the choice is applied for', async ({
  page,
  at,
  say,
  complaints,
}) => {
  await page.route(ISLAND, (route) => route.abort());
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const slider = card.getByRole('slider');
  const [start, step] = [Number(await slider.inputValue()), Number(await slider.getAttribute('step'))];
  await press(page, 1);
  const [sentence = ''] = say('calc_part_missing').split('{date}');
  await expect(card.getByText(sentence).first()).toBeVisible();
  const first = await totalOf(page);
  await press(page, 1);
  await expect(slider).toHaveValue(String(start + 2 * step));
  expect(await totalOf(page)).not.toBe(first);
  await card
    .locator('label')
    .filter({ hasText: say('calc_single_pay') })
    .click();
  await expect(card.getByRole('radio', { name: say('calc_days', { count: 30 }) })).toBeChecked();
  await expect(card.locator('.det')).toBeHidden();
  await expect(card.locator('.cta a')).toHaveAttribute('href', /productType=SINGLE_PAY/);
  complaints.length = 0;
});

test('a tap on what the page shows counts, also when it comes before the card’s own script', async ({
  page,
  at,
  say,
}) => {
  await page.addInitScript(() => {
    // A script runs only after what changed before it has been told.
    new MutationObserver((_, observer) => {
      const more = document.querySelectorAll<HTMLElement>('.calc .step button')[1];
      if (!more) return;
      observer.disconnect();
      Object.assign(window, { wasReady: more.closest('astro-island')?.getAttribute('data-ready') ?? undefined });
      more.click();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const slider = card.getByRole('slider');
  const [start, step] = [Number(await slider.getAttribute('min')), Number(await slider.getAttribute('step'))];
  await expect(slider).toHaveValue(String(start + step));
  await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
  expect(await page.evaluate(() => 'wasReady' in window && (window as { wasReady?: string }).wasReady)).toBeUndefined();
});

test('what is far below is laid out with the first Tab key, or with a link to a place in the page', async ({
  page,
  at,
  say,
}) => {
  const far = () =>
    page
      .locator(':is(.band, .end)')
      .last()
      .evaluate((part) => getComputedStyle(part).contentVisibility);
  // The script that listens comes when the page is idle: once before Tab is pressed, once after it.
  await page.goto(at('/'), { waitUntil: 'networkidle' });
  await calculator(page, say('calc_label'));
  expect(await far()).toBe('auto');
  await page.keyboard.press('Tab');
  await expect.poll(far).toBe('visible');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/interface-script*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(at('/'));
  await calculator(page, say('calc_label'));
  await page.keyboard.press('Tab');
  expect(await far()).toBe('auto');
  release();
  await expect.poll(far).toBe('visible');
  await page.goto(at('/calculator/'));
  await page.goto(at('/#main'));
  await expect.poll(far).toBe('visible');
});

for (const width of [360, 412, 1280]) {
  test(`nothing jumps when the display font comes, at ${width} px`, async ({ page, at, say }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/fonts/*.woff2', async (route) => {
      await held;
      await route.continue();
    });
    await page.setViewportSize({ width, height: 823 });
    await page.addInitScript(() => {
      const own = window as unknown as { shifted: number };
      own.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) own.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(at('/'), { waitUntil: 'commit' });
    await calculator(page, say('calc_label'));
    const before = await page.locator('.calc').boundingBox();
    release();
    await page.waitForLoadState('load');
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200))));
    expect((await page.locator('.calc').boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.05);
  });
}

test('before anybody acts nothing on the page keeps anybody out', async ({ page, at, say }) => {
  await page.route(ISLAND, (route) => route.abort());
  await page.goto(at('/'));
  await calculator(page, say('calc_label'));
  await expectAccessible(page);
});

test('with letters twice as large early taps count, nothing is cut off, and all of the card stays within its page', async ({
  page,
  at,
  say,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(ISLAND, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await showAs(page, { widthPx: page.viewportSize()?.width ?? 0, scheme: 'light', textPercent: 200 });
  const slider = card.getByRole('slider');
  const [start, step] = [Number(await slider.inputValue()), Number(await slider.getAttribute('step'))];
  await press(page, 2);
  await expect(slider).toHaveValue(String(start + 2 * step));
  expect(await cutOff(page)).toEqual([]);
  release();
  await expect(card.locator('.det')).toHaveAttribute('aria-busy', 'false');
  expect(await cutOff(page)).toEqual([]);
});

/** Finds what of the card is wider than its place, or is outside the window; a field scrolls, and so do the months. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const shown = [...document.querySelectorAll<HTMLElement>('.calc :is(button, label, dt, dd, p, a)')];
    return shown
      .filter((element) => element.checkVisibility() && !element.closest('.sr, .terms.months'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        // A border is not counted among what is inside.
        return left < -0.5 || right > width + 0.5 || element.scrollWidth > element.offsetWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

test('with the keyboard alone the figures follow before the island has come, and the focus stays where it is', async ({
  page,
  at,
  say,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(ISLAND, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const slider = card.getByRole('slider');
  const [start, step] = [Number(await slider.inputValue()), Number(await slider.getAttribute('step'))];
  const before = await totalOf(page);
  const more = card.locator('.step button').last();
  await tabTo(page, more);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(slider).toHaveValue(String(start + 2 * step));
  expect(await totalOf(page)).not.toBe(before);
  await tabTo(page, slider);
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveValue(String(start + step));
  release();
  await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
  await expect(slider).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue(String(start + 2 * step));
});

test('without a network the figures go on and the card says so; with it again the choice is still there', async ({
  page,
  context,
  at,
  say,
  complaints,
}) => {
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const slider = card.getByRole('slider');
  const [start, step] = [Number(await slider.inputValue()), Number(await slider.getAttribute('step'))];
  const before = await totalOf(page);
  await press(page, 2);
  await expect(slider).toHaveValue(String(start + 2 * step));
  expect(await totalOf(page)).not.toBe(before);
  const [sentence = ''] = say('calc_part_missing').split('{date}');
  await expect(card.getByText(sentence).first()).toBeVisible();
  await expect(card.locator('.det')).toBeHidden();

  await context.setOffline(false);
  await card.getByRole('button', { name: say('calc_retry') }).click();
  await calculator(page, say('calc_label'));
  await expect(slider).toHaveValue(String(start + 2 * step));
  await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
  complaints.length = 0;
});

test('who goes to another page before the island has started finds the choice there', async ({ page, at, say }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  // A poor network: on the first page it never comes.
  await page.route(ISLAND, () => held, { times: 1 });
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const slider = card.getByRole('slider');
  const [start, step] = [Number(await slider.inputValue()), Number(await slider.getAttribute('step'))];
  const asked = page.waitForRequest(ISLAND);
  await press(page, 2);
  await asked;
  // By the address, which carries no choice.
  await page.goto(at('/calculator/'));
  release();
  await calculator(page, say('calc_label'));
  await expect(page.getByRole('slider').first()).toHaveValue(String(start + 2 * step));
});
