import type { Page } from '@playwright/test';
import { LANGUAGE_TAGS, localePath, otherLocale } from '#i18n/locale.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { axeFaults, WCAG_TAGS } from '#tests/support/browser/axe.ts';
import { edgeFaults } from './edges.ts';
import { expect, forgive, test } from './journey.ts';
import { brokenWords, layoutFaults, smallHeadings } from './layout-faults.ts';
import { showAs } from './looks.ts';
import { drawnPaths } from './public-paths.ts';
import { expectWholeFigures, showsMoney } from './whole-figures.ts';

test('every page passes axe, fits 320 pixels and prints amounts and dates as the law of the product says', {
  tag: '@spec-9.9',
}, async ({ page, at, complaints }) => {
  const withFigures: string[] = [];
  const looksAtFigures = !IS_FULL_RUN && (page.viewportSize()?.width ?? 0) < 400;
  for (const path of await drawnPaths(page, at)) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect.soft(await axeFaults(page, { tags: WCAG_TAGS }), path).toEqual([]);
    expect.soft(await wrongFormats(page), path).toEqual([]);
    expect.soft(await edgeFaults(page), path).toEqual([]);
    if ((page.viewportSize()?.width ?? 0) < 400) {
      await page.setViewportSize({ width: 320, height: 640 });
      expect.soft(await overflow(page), `${path} at 320 px`).toEqual([]);
      // The night has a test for it, at every width.
      if (looksAtFigures && (await showsMoney(page))) {
        withFigures.push(path);
        await expectWholeFigures(page, path);
      }
      await showAs(page, { widthPx: 360, scheme: 'light', textPercent: 200 });
      expect.soft(await layoutFaults(page), `${path} with letters twice as large`).toEqual([]);
      expect.soft(await brokenWords(page), `${path} with letters twice as large`).toEqual([]);
      expect.soft(await smallHeadings(page), `${path} with letters twice as large`).toEqual([]);
      await showAs(page, { widthPx: 360, scheme: 'light', textPercent: 100 });
    }
  }
  const shown = [at('/'), at('/tarifas'), at('/calculators')];
  if (looksAtFigures) expect(withFigures).toEqual(expect.arrayContaining(shown));
  // The 404 page is a 404: the browser says so.
  forgive(complaints, /404/);
});

/** Bounds of what is lent, and from which more is asked, of the products that every lender begins with. */
const BOUNDS = ['S/ 100', 'S/ 500', 'S/ 1.000', 'S/ 2.000'];

/** Amounts are `S/ 1.234,56` (whole soles where they bound what can be chosen), dates `dd/mm/yyyy`: whatever looks like one must be one. */
function wrongFormats(page: Page): Promise<string[]> {
  return page.evaluate((bounds) => {
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts, as it is shown.
    const text = document.body.innerText.replaceAll('\u00a0', ' ');
    const amountsIn = (shown: string) => shown.match(/S\/ ?[\d.,]*\d/g) ?? [];
    // The headline of a campaign is its editor's.
    const ends = [...document.querySelectorAll<HTMLElement>('.ends, [data-advertised]')];
    const whole = ends.flatMap((end) => amountsIn((end.textContent ?? '').replaceAll('\u00a0', ' ')));
    const amounts = amountsIn(text).filter((amount) => !whole.includes(amount) && !bounds.includes(amount));
    const dates = text.match(/\b\d{1,4}[/-]\d{1,2}[/-]\d{2,4}\b/g) ?? [];
    return [
      ...amounts.filter((amount) => !/^S\/\s\d{1,3}(\.\d{3})*,\d{2}$/.test(amount)),
      ...dates.filter((date) => !/^\d{2}\/\d{2}\/\d{4}$/.test(date)),
    ];
  }, BOUNDS);
}

/** Elements that stick out to the right of the page, unless something above them scrolls or clips. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`page is ${scrollWidth} wide in ${clientWidth}`] : [];
  });
}

test('each page knows its other language', async ({ page, locale, at }) => {
  await page.goto(at('/'));
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[locale]);
  const other = otherLocale(locale);
  const alternate = page.locator(`link[rel="alternate"][hreflang="${LANGUAGE_TAGS[other]}"]`);
  expect(new URL((await alternate.getAttribute('href')) ?? '').pathname).toBe(localePath(other, '/'));
  // By its key: what is far below is laid out as it comes into view, and a click could fall where the link was.
  await page
    .locator(`a[hreflang]`)
    .filter({ visible: true })
    .or(page.locator('footer a[hreflang]'))
    .first()
    .press('Enter');
  await expect(page).toHaveURL(new RegExp(`${localePath(other, '/')}$`));
});
