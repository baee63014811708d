import type { Page } from '@playwright/test';
import { calculator, expect, test } from './journey.ts';

/** A cheap phone on a slow line: React's run and its download take long enough to act in their middle. */
const CPU_RATE = 10;
const LINE = { offline: false, latency: 300, downloadThroughput: 89_600, uploadThroughput: 89_600 };

/** Figures of the card, each in the place it stands. */
interface Seen {
  readonly amount: string;
  readonly typed: string;
  readonly term: string | undefined;
  readonly type: string | undefined;
  readonly total: string;
  readonly details: string;
}

function seen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const value = (selector: string) => document.querySelector<HTMLInputElement>(`.calc ${selector}`)?.value;
    const text = (selector: string) =>
      (document.querySelector(`.calc ${selector}`)?.textContent ?? '').replace(/[^\d,.]/g, '');
    return {
      amount: value('[name=amount]') ?? '',
      typed: value('[name=typed]') ?? '',
      term: value('[name=term]:checked'),
      type: value('[name=productType]:checked'),
      total: text('.money.xl'),
      details: text('.rows .total td'),
    };
  });
}

/** React's own marks: the card has been taken over to its last control. */
const isTakenOver = (page: Page) =>
  page.waitForFunction(() =>
    ['.sum', '.det', '[name=amount]'].every((part) =>
      Object.keys(document.querySelector(`.calc ${part}`) ?? {}).some((key) => key.startsWith('__reactProps')),
    ),
  );

/** Each is done when React has been asked to hydrate and has not yet done so. */
const ACTS: Readonly<Record<string, { act: () => void; changes: Partial<Seen> }>> = {
  'three presses': {
    act: () => {
      const [, more] = document.querySelectorAll<HTMLElement>('.calc .step button');
      for (let press = 0; press < 3; press++) more?.click();
    },
    changes: { amount: '900', typed: '900,00' },
  },
  'a drag of the slider': {
    act: () => {
      const slider = document.querySelector('.calc [name=amount]') as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, '900');
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    },
    changes: { amount: '900', typed: '900,00' },
  },
  'another term': {
    act: () => document.querySelector<HTMLElement>('.calc fieldset:not([hidden]) [value="6"]')?.click(),
    changes: { term: '6' },
  },
  'an amount that is being typed': {
    act: () => {
      const field = document.querySelector('.calc [name=typed]') as HTMLInputElement;
      field.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '777');
      field.setSelectionRange(1, 2);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    changes: { typed: '777' },
  },
  'another type of loan': {
    act: () => document.querySelector<HTMLElement>('.calc [value=SINGLE_PAY]')?.click(),
    changes: { type: 'SINGLE_PAY' },
  },
};

for (const [name, { act, changes }] of Object.entries(ACTS)) {
  test(`${name} between the beginning and the end of React’s run counts`, async ({ page, at, say }) => {
    await page.addInitScript(`window.actInTheMiddle = ${act}`);
    await page.goto(at('/'));
    const card = await calculator(page, say('calc_label'));
    await page.evaluate(() => {
      const own = window as unknown as { inTheMiddle?: boolean; actInTheMiddle: () => void };
      document.querySelector('astro-island')?.addEventListener('astro:hydrate', () => {
        const part = document.querySelector('.calc .sum') ?? {};
        own.inTheMiddle = !Object.keys(part).some((key) => key.startsWith('__reactFiber'));
        own.actInTheMiddle();
      });
    });
    const more = card.locator('.step button').last();
    await more.click();
    await isTakenOver(page);
    expect(await page.evaluate(() => (window as unknown as { inTheMiddle?: boolean }).inTheMiddle)).toBe(true);
    await expect.poll(() => seen(page)).toMatchObject(changes);
    if (changes.typed === '777') {
      const field = card.locator('[name=typed]');
      expect(await field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])).toEqual([
        1, 2,
      ]);
      await expect(field).toBeFocused();
      return;
    }
    await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
    await expect.poll(async () => (await seen(page)).details).toBe((await seen(page)).total);
  });
}

test('twenty taps in bursts of five across the take-over are twenty steps, on a cheap phone and a slow line', async ({
  page,
  at,
  say,
}) => {
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', LINE);
  await page.evaluate(() => {
    const own = window as unknown as { taps: number; before: number };
    Object.assign(own, { taps: 0, before: 0 });
    document.addEventListener('click', () => own.taps++, true);
    document.querySelector('astro-island')?.addEventListener('astro:hydrate', () => {
      own.before = own.taps;
    });
  });
  const [less, more] = [card.locator('.step button').first(), card.locator('.step button').last()];
  const slider = card.getByRole('slider');
  const [start, step] = [Number(await slider.inputValue()), Number(await slider.getAttribute('step'))];
  for (const button of [more, less, more, less]) {
    for (let tap = 0; tap < 5; tap++) await button.click({ noWaitAfter: true });
    await expect(slider).toHaveValue(String(button === more ? start + 5 * step : start));
    await page.waitForTimeout(1_500);
  }
  await isTakenOver(page);
  await more.click();
  await expect(slider).toHaveValue(String(start + step));
  await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
  const [before, taps] = await page.evaluate(() => {
    const own = window as unknown as { taps: number; before: number };
    return [own.before, own.taps];
  });
  expect(taps).toBe(21);
  expect(before).toBeGreaterThan(0);
});

test('a slider that is held while React takes over keeps following the finger', async ({ page, at, say }) => {
  await page.goto(at('/'));
  const card = await calculator(page, say('calc_label'));
  const slider = card.getByRole('slider');
  const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const to = (part: number) => page.mouse.move(x + width * part, y + height / 2);
  await to(0.3);
  await page.mouse.down();
  const taken = isTakenOver(page).then(() => true);
  for (let move = 0; move < 400; move++) {
    await to(0.3 + 0.4 * Math.abs(Math.sin(move / 10)));
    // Who never rests is not waited for: after six seconds at the latest.
    if (await Promise.race([taken, page.waitForTimeout(30)])) break;
  }
  await taken;
  await to(0.62);
  await expect.poll(async () => (await seen(page)).typed).toBe(`${(await seen(page)).amount},00`);
  const held = await seen(page);
  await page.mouse.up();
  await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
  expect((await seen(page)).amount).toBe(held.amount);
  expect((await seen(page)).details).toBe(held.total);
});

test('on a sparing line a mouse that rests and a choice of another visit bring no React; an act does', async ({
  page,
  at,
  say,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const asked: string[] = [];
  page.on('request', (request) => /_astro\/client\./.test(request.url()) && asked.push(request.url()));
  await page.goto(at('/?amount=300&term=7&productType=SINGLE_PAY&productId=1'));
  const card = await calculator(page, say('calc_label'));
  await expect(card.getByRole('slider')).toHaveValue('300');
  await card.locator('.sum').hover();
  await page.waitForTimeout(2_000);
  expect(asked).toEqual([]);
  await card.locator('.step button').last().click();
  await expect(card.locator('[data-confirmation=confirmed]')).toBeVisible();
  expect(asked).toHaveLength(1);
});
