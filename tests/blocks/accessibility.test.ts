import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockStyles } from '#blocks/block-styles.ts';
import { LANGUAGE_TAGS, LOCALES, type Locale } from '#i18n/locale.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { axeFaults, WCAG_TAGS } from '#tests/support/browser/axe.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';
import { BLOCK_NAMES, examplePage, examplesOf, insideItsParent, parentOf, renderBlock } from './example-page.ts';

const WIDTHS_PX = [320, 1280] as const;
/** The full run looks at both widths in both languages, every other at one each. */
const WIDTHS_OF: Readonly<Record<Locale, readonly number[]>> = IS_FULL_RUN
  ? { es: WIDTHS_PX, en: WIDTHS_PX }
  : { es: [320], en: [1280] };
/** As the layouts load them, before the styles of the blocks. */
const FIRST = ['tokens', 'base', 'layout'];
const SITE_STYLES = import.meta.glob<string>('../../src/{ui,calculator}/**/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

let browser: Browser;
let page: Page;
beforeAll(async () => {
  const executablePath = findChromium();
  // Playwright decides itself whether a window is shown.
  const args = CHROMIUM_FLAGS.filter((flag) => !flag.startsWith('--headless'));
  browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.setContent(
    `<!doctype html><html><head><title>Example</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>${siteStyles()}</style><style id="blocks"></style></head><body></body></html>`,
  );
});
afterAll(() => browser?.close());

const siteStyles = (): string => {
  const order = (file: string) => FIRST.findIndex((name) => file.endsWith(`ui/${name}.css`)) + 1 || FIRST.length + 1;
  return Object.entries(SITE_STYLES)
    .sort(([one], [two]) => order(one) - order(two))
    .map(([, css]) => css)
    .join('\n');
};

/** The example by itself in the shell of a page, below the headings that a page and a parent block have. */
async function show(block: RawBlock, locale: Locale): Promise<void> {
  const html = insideItsParent(block, await renderBlock(block, examplePage(locale)));
  const parent = parentOf(block);
  const title = /<h1\b/.test(html) ? '' : '<h1 class="sr">Example</h1>';
  const heading = title + (parent ? '<h2 class="sr">Its parent</h2>' : '');
  const within = parent ? { _uid: 'parent', component: parent, children: [block] } : block;
  // No script of the example runs: what a visitor sees before one does is what is looked at.
  const main = `<main>${heading}${html.replace(/<script\b[\s\S]*?<\/script>/g, '')}</main>`;
  await page.evaluate(
    ({ lang, styles, main }) => {
      document.documentElement.lang = lang;
      (document.getElementById('blocks') as HTMLStyleElement).textContent = styles;
      document.body.innerHTML = main;
      scrollTo(0, 0);
    },
    { lang: LANGUAGE_TAGS[locale], styles: blockStyles(within).join('\n'), main },
  );
}

/** Lists what axe finds and what sticks out, at each of these widths. */
async function problems(widthsPx: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widthsPx) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 });
    const wide = await settledWidth(width);
    found.push(...(await axeFaults(page, { tags: WCAG_TAGS })).map((fault) => `${width} px: ${fault}`));
    if (wide > width) found.push(`${width} px: ${wide} px wide`);
  }
  return found;
}

/**
 * Measures how wide the page is once it has been laid out at the width: a picture of the other width may still be there
 * before, and for a moment one that could not be loaded is as wide as its file. Only a page that stays too wide is at
 * fault.
 */
async function settledWidth(width: number): Promise<number> {
  await page.waitForFunction(
    (wanted) => window.innerWidth === wanted && [...document.images].every((image) => image.complete),
    width,
  );
  return page.evaluate(async (wanted) => {
    const isWide = (): boolean => document.documentElement.scrollWidth > wanted;
    for (let frame = 0; frame < 2 || (frame < 120 && isWide()); frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return document.documentElement.scrollWidth;
  }, width);
}

test('what is looked at has the site’s own styles, and a fault is found', async () => {
  await show(examplesOf('contacts')[0] as RawBlock, 'es');
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return new Set([color, backgroundColor, 'rgba(0, 0, 0, 0)', 'rgb(0, 0, 0)']).size;
  });
  expect(colours).toBe(4);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  expect((await problems(WIDTHS_PX)).join()).toContain('button-name');
});

// By language: the window stays as it is from one example to the next.
const EVERY_BLOCK = LOCALES.flatMap((locale) => BLOCK_NAMES.map((name) => [name, locale] as const));

describe.each(EVERY_BLOCK)('block %s', (name, locale) => {
  const cases = examplesOf(name).map((block) => [block._uid, locale, block] as const);

  test.each(cases)('%s in %s can be used by everybody, on a phone and on a desk', async (_, __, block) => {
    await show(block, locale);
    expect(await problems(WIDTHS_OF[locale])).toEqual([]);
  });
});
