import { axeFaults, WCAG_TAGS } from '#tests/support/browser/axe.ts';
import { calculator, expect, forgive, test } from './journey.ts';
import { drawWhole, showAs } from './looks.ts';

test('a page that does not exist says so, with status 404 and a way on', {
  tag: ['@spec-2.23', '@spec-7.21', '@spec-8.5'],
}, async ({ page, at, complaints }) => {
  const answer = await page.goto(at('/no-such-page'));
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  forgive(complaints, /404/);
});

test('the menu of the phone opens, closes with Escape and gives the focus back', async ({
  page,
  at,
  say,
  isMobile,
}) => {
  await page.goto(at('/'));
  const button = page.getByRole('button', { name: say('header_menu_open') });
  if (!isMobile) {
    await expect(button).toBeHidden();
    await expect(page.getByRole('navigation', { name: say('header_main_navigation') })).toBeVisible();
    return;
  }
  await button.click();
  const navigation = page.getByRole('navigation', { name: say('header_menu'), exact: true });
  await expect(navigation).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(navigation).toBeHidden();
  await expect(button).toBeFocused();
});

test('all prices with two examples are read in six screens of a phone', async ({ page, at }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(at('/tarifas'));
  await drawWhole(page);
  await expect(page.locator('.example')).toHaveCount(2);
  // screens.md §3: 6,988 px before the parts of a price were folded.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_500);
});

test('one question is open at a time, on the home page and on the page of all questions', {
  tag: '@spec-4.11',
}, async ({ page, at }) => {
  for (const path of ['/', '/preguntas']) {
    await page.goto(at(path));
    const questions = page.locator('details[name]:not(.calc details)');
    const first = questions.nth(0);
    const second = questions.nth(1);
    if (!(await first.evaluate((element: HTMLDetailsElement) => element.open))) await first.locator('summary').click();
    await second.locator('summary').click();
    await expect(second).toHaveAttribute('open', '');
    await expect(first).not.toHaveAttribute('open', '');
  }
});

test('the topics beside the questions stay while one reads, lead to their anchors, and a question opens by its own', {
  tag: '@spec-2.35',
}, async ({ page, at, say }) => {
  await page.goto(`${at('/preguntas')}#estafas`);
  await expect(page.locator('#estafas')).toHaveAttribute('open', '');
  const topics = page.getByRole('navigation', { name: say('faq_topics') });
  if ((page.viewportSize()?.width ?? 0) > 800) await expect(topics).toBeInViewport();
  await topics.getByRole('link').first().click();
  await expect(page).toHaveURL(/#costos$/);
  await expect(page.locator('#costos-title')).toBeInViewport();
});

test('a question is found as somebody types, opens at its own address, and what was looked for is there on the way back', async ({
  page,
  at,
  say,
}) => {
  await page.goto(at('/preguntas'));
  const box = page.getByRole('searchbox', { name: say('question_search') });
  const questions = page.locator('.faq details').filter({ visible: true });
  const all = await questions.count();
  await box.fill('YÁPE');
  await expect(page.getByRole('status').filter({ visible: true })).toHaveText(
    say('question_found_one', { words: 'YÁPE' }),
  );
  await expect(questions).toHaveCount(1);
  await expect(page.locator('.faq').getByRole('heading')).toHaveCount(1);
  await expect(questions).toContainText('PagoEfectivo');
  expect(await axeFaults(page, { tags: WCAG_TAGS })).toEqual([]);
  await box.press('Enter');
  await expect(questions.locator('summary')).toBeFocused();
  await questions.getByRole('link', { name: say('question_page') }).click();
  await page.waitForURL(`**${at('/preguntas/como-pago')}`);
  await page.goBack();
  await expect(box).toHaveValue('YÁPE');
  await expect(questions).toHaveCount(1);
  await box.press('Escape');
  await expect(questions).toHaveCount(all);
  await box.fill('hipoteca');
  await expect(questions).toHaveCount(0);
  await expect(page.getByRole('search').getByRole('link', { name: say('question_write') })).toBeVisible();
});

test('without script nobody is shown a search that would find nothing', async ({ browser, at, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto(at('/preguntas'));
  await expect(page.locator('summary', { hasText: 'TCEA' }).filter({ visible: true })).not.toHaveCount(0);
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(page.locator('.find')).toBeHidden();
  await context.close();
});

test('an account number is copied, and the button says so', { tag: '@spec-2.39' }, async ({
  page,
  context,
  at,
  say,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(at('/como-pagar'));
  const button = page.getByRole('button', { name: say('bank_copy_cci', { bank: 'BCP' }) });
  await button.click();
  const copied = button.getByText(say('copied'), { exact: true });
  await expect(copied).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).replace(/\D/g, '')).toMatch(/^\d{20}$/);
  await expect(copied).toBeHidden();
});

test('who lends, how much, how fast, at what cost and the one button are in the first window, on a phone under its bars', async ({
  page,
  at,
}) => {
  const parts = {
    '/': '.pitch > *, .seg, .calc .money.xl, .calc .facts > div, .calc .cta .btn',
    '/calculator': '.pitch > *, .seg, .calc .money.xl, .calc .facts > div, .calc .cta .btn',
    '/landing': '.landing h1, .limits > div, .pitch > *, .landing .btn',
  };
  for (const [width, height, seen] of [
    [360, 740, 612],
    [1280, 720, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [path, selector] of Object.entries(parts)) {
      await page.goto(at(path));
      const shown = await page
        .locator(selector)
        .filter({ visible: true })
        .evaluateAll((all) =>
          all.map((each) => ({
            what: each.textContent,
            bottom: each.getBoundingClientRect().bottom,
            letters: Number.parseFloat(getComputedStyle(each).fontSize),
          })),
        );
      expect(shown.length, path).toBeGreaterThan(5);
      for (const { what, bottom, letters } of shown) {
        expect.soft(bottom, `${path} ${width}: ${what}`).toBeLessThanOrEqual(seen);
        expect.soft(letters, `${path} ${width}: ${what}`).toBeGreaterThanOrEqual(15);
      }
      const small = await page
        .locator('.pitch a, .calc .ctl :is(button, label, [type=range]), .calc .cta .btn, .landing .btn')
        .filter({ visible: true })
        .evaluateAll((all) =>
          all.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML),
        );
      expect
        .soft(
          small.filter((html) => !html.includes('class="lbl"')),
          path,
        )
        .toEqual([]);
    }
  }
});

test('the first window of a phone has air and every month in sight, and keeps its button when a note opens', async ({
  page,
  at,
  say,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const seen = await page.evaluate(() => {
    const boxOf = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect();
    const linesOf = (element: Element | null | undefined) => {
      const range = document.createRange();
      range.selectNodeContents(element as Element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const [, lead] = document.querySelectorAll('.pitch > *');
    const months = [...document.querySelectorAll('.terms.months label')].map((each) => each.getBoundingClientRect());
    const strip = boxOf('.terms.months');
    return {
      headline: Number.parseFloat(getComputedStyle(document.querySelector('.pitch h1') as Element).fontSize),
      air: Math.round((lead as Element).getBoundingClientRect().top - boxOf('.pitch h1').bottom),
      lines: [linesOf(lead), linesOf(document.querySelector('.pitch a .brief'))],
      cut: months.filter(({ left, right, width }) => width < 40 || left < strip.left - 1 || right > strip.right + 1),
    };
  });
  expect(seen.headline).toBeGreaterThanOrEqual(28);
  expect(seen).toMatchObject({ air: 12, lines: [1, 1], cut: [] });
  const amount = card.getByRole('textbox', { name: say('calc_amount') });
  for (const typed of ['2000', '99.999', 'mucho']) {
    await amount.fill(typed);
    await page.keyboard.press('Enter');
    await expect(card.locator('.amount-note')).not.toBeEmpty();
    const button = await card.locator('.cta .btn').boundingBox();
    expect.soft((button?.y ?? 0) + (button?.height ?? 0), typed).toBeLessThanOrEqual(612);
  }
});

test('a double tap on the way to an amount sets that amount, and no other by what comes under the finger', async ({
  page,
  at,
  say,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const amount = card.getByRole('textbox', { name: say('calc_amount') });
  await amount.fill('5000');
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: say('calc_way_months', { count: 7 }) }).dblclick();
  await expect(card.getByRole('slider')).toBeVisible();
  await expect(amount).toHaveValue('2.000,00');
});

test('the footer is no longer than a phone', async ({ page, at }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(at('/'));
  expect((await page.locator('.foot').boundingBox())?.height).toBeLessThanOrEqual(740);
});

test('the last link of the home page lies above the footer, also before the parts between are drawn', async ({
  page,
  at,
}) => {
  await page.goto(at('/'));
  const [lastLink, footer] = await page.evaluate(() => [
    Math.max(...[...document.querySelectorAll('main a')].map((link) => link.getBoundingClientRect().bottom)),
    document.querySelector('footer')?.getBoundingClientRect().top ?? 0,
  ]);
  expect(lastLink).toBeLessThan(footer as number);
});

test('with the keyboard the calculator comes before the messages of the hero', async ({ page, at }) => {
  await page.goto(at('/'));
  const order = await page
    .locator('.hero :is(a, button, input, [tabindex])')
    .evaluateAll((all) =>
      all.map((each) => (each.closest('.calc') ? 'calculator' : each.closest('.messages') ? 'messages' : 'who')),
    );
  expect(order.indexOf('messages')).toBeGreaterThan(order.lastIndexOf('calculator'));
});

test('the button of the header stays on one line on the narrowest phone', async ({ page, at }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(at('/'));
  const { logo, button, menu } = await page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
    return { logo: boxOf('.top .logo'), button: boxOf('.top .client-link'), menu: boxOf('.top .menu-btn') };
  });
  expect(button.height).toBeLessThanOrEqual(48);
  expect(button.left).toBeGreaterThanOrEqual(logo.right);
  expect(menu.left).toBeGreaterThanOrEqual(button.right);
});

test('with letters twice as large the button of the header touches neither the window nor the woven line', async ({
  page,
  at,
}) => {
  await page.goto(at('/tarifas'));
  for (const widthPx of [360, 768, 1280]) {
    await showAs(page, { widthPx, scheme: 'light', textPercent: 200 });
    const button = await page.locator('.top .client-link').boundingBox();
    const line = await page.locator('.top .weave').boundingBox();
    const [above, below] = [button?.y ?? 0, (line?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)];
    expect(Math.min(above, below), `${widthPx} px`).toBeGreaterThanOrEqual(4);
  }
});

test('forced colours show what is chosen, and in a low window the header does not stay', async ({ page, at }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(at('/'));
  const chosen = ['.seg label:has(:checked)', '.terms label:has(:checked)', '.dots [aria-current]'];
  for (const selector of chosen) await expect(page.locator(selector).first()).toHaveCSS('outline-style', 'solid');
  const others = ['.seg label:not(:has(:checked))', '.terms label:not(:has(:checked))', '.dots a:not([aria-current])'];
  for (const selector of others) await expect(page.locator(selector).first()).toHaveCSS('outline-style', 'none');
  await page.setViewportSize({ width: 740, height: 360 });
  await expect(page.locator('.top')).toHaveCSS('position', 'static');
});

test('each message of the hero has its own name, and each step of the amount says by how much', async ({
  page,
  at,
}) => {
  await page.goto(at('/'));
  const titles = await page.locator('.slides .h').allTextContents();
  const dots = page.locator('.dots a');
  await expect(dots).toHaveCount(titles.length);
  for (const [k, title] of titles.entries()) {
    await expect(dots.nth(k)).toHaveAccessibleName(
      new RegExp(`${k + 1} .* ${titles.length}: ${title.replaceAll(/[.?]/g, '\\$&')}$`),
    );
    await expect(page.locator('.slides > *').nth(k)).toHaveAccessibleName(
      (await dots.nth(k).getAttribute('aria-label')) ?? '',
    );
  }
  const names = await page
    .locator('.step button')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')));
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/(?:^|: )(?:Bajar|Subir|Lower|Raise) .* S\/ [\d.]+,\d\d$/);
});

test('a link on a night area stays light under the pointer, with a thicker line', async ({ page, at }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/', '/landing', '/como-pagar']) {
    await page.goto(at(path));
    const links = page.locator('.night a:not(.btn, .card *, .calc *)').filter({ visible: true });
    for (const link of await links.all()) {
      const look = () =>
        link.evaluate((element) => {
          const { color, textDecorationLine, textDecorationThickness } = getComputedStyle(element);
          return { color, thickness: textDecorationLine === 'underline' ? textDecorationThickness : 'none' };
        });
      await page.mouse.move(0, 0);
      const { color, thickness } = await look();
      await link.hover();
      const under = { color, thickness: thickness === 'none' ? 'none' : '2px' };
      expect.soft(await look(), `${path} ${await link.textContent()}`).toEqual(under);
    }
  }
});

test('the name, the number and the button of a bank are on one line of a desk', async ({ page, at }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(at('/como-pagar'));
  await expect(page.locator('.banks .copy').first()).toBeVisible();
  const off = await page.locator('.banks tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const middles = [...row.querySelectorAll('th, .num, .before')].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part.matches('.before') ? (part.lastChild as Node) : part);
        const { top, bottom } = range.getBoundingClientRect();
        return (top + bottom) / 2;
      });
      return Math.max(...middles) - Math.min(...middles);
    }),
  );
  for (const each of off) expect(each).toBeLessThanOrEqual(1.5);
});

test('the cost and its rate are on one line below the total', async ({ page, at }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(at('/'));
  const bottoms = await page
    .locator('.calc .sum .facts dt')
    .evaluateAll((names) => names.slice(-2).map((name) => name.getBoundingClientRect().bottom));
  expect(bottoms).toHaveLength(2);
  expect(Math.abs((bottoms[0] ?? 0) - (bottoms[1] ?? 0))).toBeLessThanOrEqual(0.5);
});

test('a double tap on another way to sign in opens it, and nothing that comes under the finger', async ({
  page,
  at,
  say,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(at('/sign-in'));
  const byCode = page.getByRole('button', { name: say('sign_in_by_code') });
  await byCode.scrollIntoViewIfNeeded();
  await byCode.dblclick({ delay: 60 });
  await expect(page.getByRole('button', { name: say('sign_in_send_code') })).toBeVisible();
  await expect(page).toHaveURL(at('/sign-in'));
});
