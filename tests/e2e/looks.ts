import type { CDPSession, Page } from '@playwright/test';

/** Look of a page: the size of the window, the colours, and how large the reader has set letters. */
export interface Look {
  readonly widthPx: number;
  readonly scheme: 'light' | 'dark';
  /** Of the browser's usual size. */
  readonly textPercent: number;
}

/** A phone, a tablet, and two desktops, with the height that goes with each. */
const HEIGHT_PX: Readonly<Record<number, number>> = { 360: 740, 768: 1024, 1280: 800, 1440: 900 };

/** Every width the product is composed for, both colours, and letters twice as large. */
export const LOOKS: readonly Look[] = Object.keys(HEIGHT_PX).flatMap((width) =>
  [100, 200].flatMap((textPercent) =>
    (['light', 'dark'] as const).map((scheme) => ({ widthPx: Number(width), scheme, textPercent })),
  ),
);

export function heightOf({ widthPx }: Look): number {
  return HEIGHT_PX[widthPx] ?? 800;
}

/** `360-light-200` */
export function lookName({ widthPx, scheme, textPercent }: Look): string {
  return `${widthPx}-${scheme}-${textPercent}`;
}

/** Order of `npm run look` to a journey, as variables; without them everything, and no pictures. */
export interface LookOrder {
  /** Folder that the pictures go to. */
  readonly folder: string | undefined;
  /** Parts of names of pages and screens; empty for all. */
  readonly names: readonly string[];
  readonly looks: readonly Look[];
}

export function readLookOrder(env: Readonly<Record<string, string | undefined>>): LookOrder {
  const words = (name: string): string[] => env[name]?.split(',').filter(Boolean) ?? [];
  const isAsked = (name: string, value: string | number): boolean =>
    words(name).length === 0 || words(name).includes(String(value));
  return {
    folder: env['LOOK_DIR'],
    names: words('LOOK_NAMES'),
    looks: LOOKS.filter(
      ({ widthPx, scheme, textPercent }) =>
        isAsked('LOOK_WIDTHS', widthPx) && isAsked('LOOK_SCHEMES', scheme) && isAsked('LOOK_TEXT', textPercent),
    ),
  };
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Shows a page so: as a reader's own settings do, so that what depends on their letters follows. */
export async function showAs(page: Page, look: Look): Promise<void> {
  const { widthPx, scheme, textPercent } = look;
  await page.setViewportSize({ width: widthPx, height: heightOf(look) });
  await page.emulateMedia({ colorScheme: scheme });
  const standard = Math.round((USUAL_PX * textPercent) / 100);
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  await (await session).send('Page.setFontSizes', { fontSizes: { standard } });
}

/** Lays out what is below the window too, in each look, because otherwise it keeps the size of the look before. */
export async function drawWhole(page: Page): Promise<void> {
  await page.evaluate(() => {
    const whole = new CSSStyleSheet();
    whole.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, whole];
  });
}

/** A picture of the whole page as it is shown: what lies outside of the window would have the letters of before. */
export async function takeWholePicture(page: Page, path: string): Promise<void> {
  const { width, height: least } = page.viewportSize() ?? { width: 1280, height: 800 };
  const height = await page.evaluate(() => {
    // A screen is as high as its window at least: the window of the picture would push the footer out of it.
    const main = document.querySelector('main');
    if (main) main.style.minHeight = getComputedStyle(main).minHeight;
    return document.documentElement.scrollHeight;
  });
  await page.setViewportSize({ width, height });
  // What has just come into the window is drawn with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const drawn = await page.evaluate(() => document.documentElement.getBoundingClientRect().height);
  // A page may be lower than its window; what is taken in whole ends where the page does.
  if (height > least && drawn < height - 4)
    throw new Error(`the page is ${drawn} px high in a picture of ${height}: ${path}`);
  await page.screenshot({ path });
  await page.evaluate(() => document.querySelector('main')?.style.removeProperty('min-height'));
}

/** A browser's letters unless a reader changes them. */
const USUAL_PX = 16;
