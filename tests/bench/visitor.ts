import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';

/** Pause between two requests. */
const REST_MS = 40;
/** Between two pages in a browser, which would otherwise have a core of the publisher's machine for itself. */
const READING_MS = 500;
/** Rest of a file that pages name. It lasts longer than a page: it is asked for again after a while. */
const ASSET_REST_MS = 2_000;
/** Answered by the lending role, which is not there when the release folder is served alone. */
const NOT_OF_THE_SITE = /\/(?:api|sandbox)\//;

/** Of the pages that must not go live (killed-product.ts). */
const MISTAKE = /no-existe|(?:demasiado ){9}/;

/** Somebody who looks at the site all the time. The first broken page is remembered and thrown by every later call. */
export interface Visitor {
  /** From now on a page may have this title beside the one it had. */
  expect(number: number, title: string): void;
  /** Sees whether the page has the title now. */
  has(number: number, title: string): Promise<boolean>;
  /** Counts the pages that were looked at; @throws what was seen broken */
  stop(): Promise<{ readonly pages: number; readonly inBrowser: number }>;
}

/** @param pages of the site: how many there are at `/pagina-1/` and so on */
export async function openVisitor(baseUrl: string, pages: number): Promise<Visitor> {
  const looks = { pages: 0, inBrowser: 0 };
  const titles = new Map<number, Set<string>>();
  const assets = new Map<string, number>();
  let broken: Error | undefined;
  let isOver = false;

  const check = (): void => {
    if (broken) throw broken;
  };
  const titlesOf = (number: number): Set<string> => titles.get(number) ?? new Set([`Página ${number} Cero`]);

  async function look(path: string, number?: number): Promise<string> {
    // What was good when it was asked for.
    const good = number === undefined ? undefined : titlesOf(number);
    const response = await fetch(baseUrl + path);
    const html = await response.text();
    looks.pages += 1;
    const title = titleOf(html);
    const faults = [...faultsOf(response, html), ...(await missingAssets(html))];
    if (good?.has(title) === false) faults.push(`has the title "${title}"`);
    if (faults.length > 0) broken ??= new Error(`a visitor saw ${path}: it ${faults.join(', ')}`);
    check();
    return title;
  }

  async function missingAssets(html: string): Promise<string[]> {
    const named = new Set([...html.matchAll(/"(\/(?:_astro|fonts)\/[^"?#]+)"/g)].map(([, path]) => path as string));
    const due = [...named].filter((path) => (assets.get(path) ?? 0) < performance.now() - ASSET_REST_MS);
    const missing = await Promise.all(
      due.map(async (path) => {
        assets.set(path, performance.now());
        const response = await fetch(baseUrl + path);
        await response.arrayBuffer();
        return response.ok ? [] : [`names ${path}, which answered ${response.status}`];
      }),
    );
    return missing.flat();
  }

  async function wander(): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const number = 1 + (turn % 12);
      const paths = [
        `/pagina-${number}/`,
        `/en/pagina-${number}/`,
        '/',
        `/pagina-${13 + ((turn * 37) % (pages - 13))}/`,
      ];
      const path = paths[turn % paths.length] as string;
      await look(path, path === paths[0] ? number : undefined);
      await sleep(REST_MS);
    }
  }

  async function browse(page: Page): Promise<void> {
    const seen: string[] = [];
    page.on('pageerror', (error) => seen.push(error.message));
    page.on('response', (response) => {
      if (response.status() >= 400 && !NOT_OF_THE_SITE.test(response.url()))
        seen.push(`${response.status()} ${response.url()}`);
    });
    for (let turn = 0; !isOver; turn += 1) {
      const number = 1 + (turn % 12);
      const path = turn % 4 === 3 ? '/' : `/pagina-${number}/`;
      const good = titlesOf(number);
      await page.goto(baseUrl + path);
      const title = bare(await page.title());
      // A slow browser may have asked long before it was answered.
      if (path !== '/' && !good.has(title) && !titlesOf(number).has(title)) seen.push(`title "${title}"`);
      if (!(await page.locator('h1').first().isVisible())) seen.push('no heading');
      looks.inBrowser += 1;
      if (seen.length > 0) broken ??= new Error(`a browser saw ${path}: ${seen.join(', ')}`);
      check();
      await sleep(READING_MS);
    }
  }

  const browser = await openBrowser();
  const walks = [wander(), browse(await browser.newPage())].map((walk) =>
    walk.catch((error: Error) => {
      broken ??= error;
    }),
  );
  return {
    expect: (number, title) => {
      const last = [...titlesOf(number)].at(-1) as string;
      titles.set(number, new Set([last, title]));
    },
    has: async (number, title) => {
      if ((await look(`/pagina-${number}/`, number)) !== title) return false;
      // From now on the older one would be a step back.
      titles.set(number, new Set([title]));
      return true;
    },
    stop: async () => {
      isOver = true;
      await Promise.all(walks);
      await browser.close();
      check();
      return looks;
    },
  };
}

function faultsOf({ status, headers }: Response, html: string): string[] {
  const faults: string[] = [];
  if (status !== 200) faults.push(`answered ${status}`);
  if (!html.trimEnd().endsWith('</html>')) faults.push('is cut off');
  if (!/<h1[\s>]/.test(html)) faults.push('has no heading');
  if (!headers.has('content-security-policy')) faults.push('has no policy');
  if (MISTAKE.test(html)) faults.push('has a mistake that was held back');
  return faults;
}

function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...CHROMIUM_FLAGS] });
}

function titleOf(html: string): string {
  return bare(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
}

/** Without the site's name, which is behind every page's. */
function bare(title: string): string {
  return title.replace(/ \| [^|]*$/, '').trim();
}
