import type { Locator, Page } from '@playwright/test';
import { toProductSettings } from '#api/convert.ts';
import { formatPercent, formatSoles, formatWholeSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import type { ProductSettings } from '#loan/product.ts';
import { calculator, expect, test } from './journey.ts';

const OFFER = '/api/v1/public/offer';

async function settings(request: {
  get: (url: string) => Promise<{ json: () => Promise<unknown> }>;
}): Promise<ProductSettings> {
  const answer = await request.get(`${OFFER}/product-settings?sequence=1`);
  return toProductSettings((await answer.json()) as Parameters<typeof toProductSettings>[0]);
}

/** Answer of the API for a single payment. */
interface Answer {
  readonly offer: { readonly total: number; readonly dueDate: string; readonly tcea: number };
}

test('a visitor reads a real offer and moves it', { tag: '@spec-2.57' }, async ({ page, request, at, say }) => {
  const { singlePayProduct, installmentProducts } = await settings(request);
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const confirmed = page.waitForResponse((response) => response.url().endsWith(OFFER));
  await card.getByText(say('calc_single_pay'), { exact: true }).click();
  await confirmed;

  const inquiry = {
    // The amount of the instalments that the page opens on, which a single payment offers, too.
    amount: installmentProducts.at(-1)?.defaultAmount ?? 0,
    term: singlePayProduct.defaultTerm,
    productId: singlePayProduct.productId,
  };
  const first = (await (await request.post(OFFER, { data: { singlePayInquiry: inquiry } })).json()) as Answer;
  await expect(card).toContainText(formatSoles(fromSoles(first.offer.total)).replace('S/\u00a0', ''));
  await expect(card).toContainText(formatDate(first.offer.dueDate));
  await expect(card).toContainText(formatPercent(first.offer.tcea));

  const step = formatSoles(fromSoles(singlePayProduct.amountStep));
  await card.getByRole('button', { name: say('calc_less', { amount: step }) }).click();
  const less = { ...inquiry, amount: inquiry.amount - singlePayProduct.amountStep };
  const second = (await (await request.post(OFFER, { data: { singlePayInquiry: less } })).json()) as Answer;
  await expect(card).toContainText(formatSoles(fromSoles(second.offer.total)).replace('S/\u00a0', ''));
  await expect(
    card.getByRole('link', { name: say('calc_apply', { amount: formatSoles(fromSoles(less.amount)) }) }),
  ).toBeVisible();
});

test('the first offer is in the page without JavaScript, and so is the way to apply', async ({
  browser,
  baseURL,
  request,
  at,
  say,
}) => {
  const { installmentProducts } = await settings(request);
  const product = installmentProducts.at(-1);
  const data = {
    installmentInquiry: { amount: product?.defaultAmount, term: product?.defaultTerm, productId: product?.productId },
  };
  const { offer } = (await (await request.post(OFFER, { data })).json()) as Answer;
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto(at('/'));
  const card = page.getByRole('form', { name: say('calc_label') });
  await expect(card).toContainText(formatSoles(fromSoles(offer.total)).replace('S/\u00a0', ''));
  await expect(card).toContainText(formatPercent(offer.tcea));
  const apply = card.getByRole('link', {
    name: say('calc_apply', { amount: formatSoles(fromSoles(product?.defaultAmount ?? 0)) }),
  });
  expect(await apply.getAttribute('href')).toBe(at('/application/new-client'));
  await context.close();
});

test('the choice is kept in the cookies of the spec and comes back', async ({ page, context, at, say }) => {
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await card.getByText(say('calc_single_pay'), { exact: true }).click();
  await card.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await card.getByText(say('calc_days', { count: 14 }), { exact: true }).click();
  await expect
    .poll(async () => Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value])))
    .toMatchObject({
      calc_selected_amount: '100',
      calc_selected_term: '14',
      calc_selected_product_type: 'SINGLE_PAY',
      calc_selected_product_id: '1',
    });
  await page.reload();
  await expect(card.getByRole('slider')).toHaveValue('100');
  await expect(card.getByRole('radio', { name: say('calc_days', { count: 14 }) })).toBeChecked();
});

test('a choice whose product is gone, or that misses a part, is not restored', async ({
  page,
  context,
  baseURL,
  at,
  say,
}) => {
  const cookie = (name: string, value: string) => ({ name, value, url: baseURL as string });
  await context.addCookies([
    cookie('calc_selected_amount', '300'),
    cookie('calc_selected_term', '30'),
    cookie('calc_selected_product_type', 'SINGLE_PAY'),
    cookie('calc_selected_product_id', '99'),
  ]);
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await expect(card.getByRole('radio', { name: say('calc_installment') })).toBeChecked();
});

test('the slider works with the keyboard and says soles', { tag: '@spec-2.59' }, async ({ page, at, say }) => {
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const slider = card.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('Home');
  const lowest = Number(await slider.inputValue());
  await page.keyboard.press('ArrowRight');
  const next = Number(await slider.inputValue());
  expect(next).toBeGreaterThan(lowest);
  expect(await slider.getAttribute('aria-valuetext')).toBe(say('calc_amount_spoken', { amount: next }));
  expect(await ringOver(slider)).toBeLessThan(1);
});

/** By how many pixels the focus ring of the slider lies over the buttons above it. */
function ringOver(slider: Locator): Promise<number> {
  return slider.evaluate((range) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(range);
    const ring = range.getBoundingClientRect().top - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth);
    return (range.closest('form')?.querySelector('.step')?.getBoundingClientRect().bottom ?? 0) - ring;
  });
}

test('an amount can be typed, and one beyond the bounds is brought back and explained', async ({
  page,
  request,
  at,
  say,
}) => {
  const { singlePayProduct } = await settings(request);
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await card.getByText(say('calc_single_pay'), { exact: true }).click();
  const amount = card.getByRole('textbox', { name: say('calc_amount') });
  await amount.fill('250');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('slider')).toHaveValue('250');
  await amount.fill('99.999');
  await page.keyboard.press('Enter');
  // A phone has the note in the slider's place.
  await expect(card.locator('[name=amount]')).toHaveValue(String(singlePayProduct.maxAmount));
  const [min = '', max = ''] = [singlePayProduct.minAmount, singlePayProduct.maxAmount].map((soles) =>
    formatWholeSoles(soles),
  );
  await expect(card).toContainText(say('calc_amount_bounds', { min, max }));
  await amount.fill('mucho');
  await page.keyboard.press('Enter');
  await expect(card).toContainText(say('calc_amount_unreadable'));
});

test('a lost network is told, the good figures stay, and trying again works', async ({ page, at, say, complaints }) => {
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await page.route(`**${OFFER}`, (route) => route.abort('internetdisconnected'));
  await card.getByText(say('calc_single_pay'), { exact: true }).click();
  const retry = card.getByRole('button', { name: say('calc_retry') });
  await expect(retry).toBeVisible();
  await expect(card).toContainText(/\d{1,3},\d{2}/);
  await page.unroute(`**${OFFER}`);
  await retry.click();
  await expect(retry).toBeHidden();
  // The browser itself writes the lost request to the console.
  const expected = complaints.splice(0);
  expect(expected.every((text) => text.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true);
});

test('applying leads to a page that shows the same loan', async ({ page, at, say }) => {
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await card.getByText(say('calc_single_pay'), { exact: true }).click();
  await card.getByText(say('calc_days', { count: 7 }), { exact: true }).click();
  const total = await card
    .getByText(/^\s*S\/\s*[\d.]+,\d{2}\s*$/)
    .first()
    .textContent();
  await card.getByRole('link', { name: new RegExp(say('calc_apply', { amount: 'S/' }).replace('/', '\\/')) }).click();
  await expect(page).toHaveURL(new RegExp(`${at('/application/new-client')}(\\?.*)?$`));
  await expect(page.getByRole('main')).toContainText((total ?? 'missing').trim().replace(/^S\/\s*/, ''));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

/** Reads what goes back in total, without the currency: `573,03`. */
async function totalOf(card: ReturnType<Page['getByRole']>): Promise<string> {
  const text = (await card.locator('.money.xl').textContent()) ?? '';
  return text.trim().replace(/^S\/\s*/, '');
}

test('two tabs with two loans: each button leads to its own', async ({ page, context, at, say }) => {
  const choose = async (tab: Page, days: number) => {
    await tab.goto(at('/'));
    const card = await calculator(tab, say('calc_label'));
    await card.getByText(say('calc_single_pay'), { exact: true }).click();
    await card.getByText(say('calc_days', { count: days }), { exact: true }).click();
    await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
    return card;
  };
  const first = await choose(page, 7);
  await choose(await context.newPage(), 14);
  const total = await totalOf(first);
  await first.getByRole('link', { name: new RegExp(say('calc_apply', { amount: 'S/' }).replace('/', '\\/')) }).click();
  await expect(page).toHaveURL(/term=7\b/);
  await expect(page.getByRole('main')).toContainText(total);
});

test('a browser that keeps no cookies still applies for what was chosen', async ({ page, at, say }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
  });
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  await card.getByText(say('calc_single_pay'), { exact: true }).click();
  await card.getByText(say('calc_days', { count: 14 }), { exact: true }).click();
  const total = await totalOf(card);
  await card.getByRole('link', { name: new RegExp(say('calc_apply', { amount: 'S/' }).replace('/', '\\/')) }).click();
  await expect(page.getByRole('main')).toContainText(total);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('new_client_title'));
});

test(
  'a landing host shows its headline in place of home and calculators, and no repayment date elsewhere',
  { tag: ['@spec-2.48', '@spec-3.3'] },
  async ({ page, at, say }, { project }) => {
    const host = String(project.metadata['landingHost']);
    for (const path of ['/', '/calculator', '/calculators', '/calculatoripl']) {
      await page.goto(host + at(path));
      await expect(page.locator('h1[data-advertised]')).toBeVisible();
      await expect(page.locator('.calculator')).toHaveCount(0);
      await expect(page.locator('.top nav')).toHaveCount(0);
      await expect(page.locator('.top .lang')).toBeVisible();
    }
    for (const [site, isShown] of [
      [String(project.metadata['elsewhere']), true],
      [host, false],
    ] as const) {
      await page.goto(site + at('/tarifas'));
      const card = await calculator(page, say('calc_label'));
      await card.locator('.by-line > summary').click();
      await expect(card.locator('.rows .total')).toBeVisible();
      // In the receipt, in the table, and in the schedule of instalments.
      for (const type of ['calc_single_pay', 'calc_installment'] as const) {
        await card.getByText(say(type), { exact: true }).click();
        await expect(card.locator('.repay-date').filter({ visible: true })).toHaveCount(isShown ? 2 : 0);
      }
      await card.locator('.schedule summary').click();
      await expect(card.locator('.schedule td').filter({ visible: true })).not.toHaveCount(0);
      const dated = expect(card);
      await (isShown ? dated : dated.not).toContainText(/\d\d\/\d\d\/\d{4}/, { useInnerText: true });
    }
  },
);
