import type { Page } from '@playwright/test';
import { widthsOf } from '#tests/scope.ts';
import { expect } from './journey.ts';
import { showAs } from './looks.ts';

/** Sees whether money is in the page that is open: the first offer of the calculators does, too. */
export async function showsMoney(page: Page): Promise<boolean> {
  return /S\/\s?\d/.test((await page.locator('main').textContent()) ?? '');
}

/**
 * Money, dates, times, telephone numbers and codes of the page that is open are whole at every width, in its own font and in
 * a wider one, and on a phone with letters twice as large, where only a code may be longer than a line; the window stays as
 * it was.
 */
export async function expectWholeFigures(page: Page, place: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = page.viewportSize();
  const faults = (await figuresOfLargeLetters(page)).map((fault) => `${place}, letters twice as large: ${fault}`);
  // What lies below the window is laid out too: until then its boxes are those of another width.
  await adopt(page, '* { content-visibility: visible !important }');
  for (const font of ['own', 'wide'] as const) {
    if (font === 'wide') await adopt(page, WIDEST);
    for (const width of widthsOf(before?.width ?? 0)) {
      await page.setViewportSize({ width, height: 900 });
      faults.push(...(await brokenFigures(page)).map((fault) => `${place}, ${width} px, ${font} font: ${fault}`));
    }
  }
  if (before) await page.setViewportSize(before);
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -2);
  });
  expect.soft(faults, place).toEqual([]);
}

async function figuresOfLargeLetters(page: Page): Promise<string[]> {
  await adopt(page, '* { content-visibility: visible !important }');
  await showAs(page, { widthPx: 360, scheme: 'light', textPercent: 200 });
  const faults = await brokenFigures(page);
  await showAs(page, { widthPx: 360, scheme: 'light', textPercent: 100 });
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
  return faults.filter((fault) => !/^[A-Z]{1,4}-\d{4}-\d+ .*is on two lines$/.test(fault));
}

/** The widest font that a browser may fall back to. */
const WIDEST = ':root { --font: monospace; --display: monospace } * { letter-spacing: 0.02em !important }';

/** The policy of the pages forbids style elements, not sheets of a script. */
async function adopt(page: Page, rules: string): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, rules);
}

/** Money, a date, a time, a telephone number or a code that is on two lines, sticks out of the page or of a box around it, or lies over other money. */
function brokenFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const FIGURES = [
      /S\/\s?[\d.,]*\d/,
      /\d{1,3}(?:\.\d{3})*,\d{2}/,
      /[A-Z]{1,4}-\d{4}-\d{4,}/,
      /\b\d{3}-\d{4}\b/,
      /\b\d{2}\/\d{2}\/\d{4}\b/,
      /\b\d{1,2}:\d{2}\b/,
      /\+51\s\d{3}\s\d{3}\s\d{3}/,
      /\(\d{2}\)\s\d{3}\s\d{4}/,
    ];
    const FIGURE = new RegExp(FIGURES.map(({ source }) => source).join('|'), 'g');

    const shownTexts = (): Text[] => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        const parent = text.parentElement;
        if (parent?.checkVisibility({ visibilityProperty: true }) && !parent.closest('.sr, svg, script'))
          texts.push(text);
      }
      return texts;
    };
    const figuresOf = (text: Text) =>
      [...text.data.matchAll(FIGURE)].flatMap((match) => {
        const range = document.createRange();
        range.setStart(text, match.index);
        range.setEnd(text, match.index + match[0].length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const parent = text.parentElement as Element;
        const words = `${match[0]} in ${parent.tagName.toLowerCase()}.${parent.className}`;
        return boxes[0] ? [{ words, boxes, box: boxes[0], parent }] : [];
      });
    type Figure = ReturnType<typeof figuresOf>[number];
    const boxesAround = (element: Element | null): Element[] => {
      if (!element) return [];
      const { display, position } = getComputedStyle(element);
      const isBox = !display.startsWith('inline') && display !== 'contents';
      const further = position === 'fixed' ? [] : boxesAround(element.parentElement);
      return isBox ? [element, ...further] : further;
    };
    const isOutside = (box: DOMRect, around: Element): boolean => {
      const { left, right, width } = around.getBoundingClientRect();
      return width > 0 && (box.right > right + 1 || box.left < left - 1);
    };
    const faultsOf = ({ words, boxes, box, parent }: Figure): string[] => {
      const broken = boxes.some(({ top }) => Math.abs(top - box.top) > 2) ? [`${words} is on two lines`] : [];
      const around = boxesAround(parent).find((each) => isOutside(box, each));
      const out = around ? [`${words} sticks out of ${around.tagName.toLowerCase()}.${around.className}`] : [];
      const away = box.right > innerWidth + 1 || box.left < -1 ? [`${words} sticks out of the page`] : [];
      return [...broken, ...out, ...away];
    };
    const covers = (one: Figure, other: Figure): boolean =>
      Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 1 &&
      Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 4;

    const figures = shownTexts().flatMap(figuresOf);
    const over = figures.flatMap((one, index) =>
      figures
        .slice(index + 1)
        .flatMap((other) => (covers(one, other) ? [`${one.words} lies over ${other.words}`] : [])),
    );
    return [...new Set([...figures.flatMap(faultsOf), ...over])];
  });
}
