import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';
import { median, percentile, type Row } from './table.ts';
import { bareLoopMs, serveFiles, urlOf, withBarePage } from './yardstick.ts';

const RUNS = 7;
/** A cheap phone on a slow line (quality B2). */
const CPU_RATE = 10;
const LINE = { offline: false, latency: 300, downloadThroughput: 89_600, uploadThroughput: 89_600 };
const TAPS = 12;
const TAP_EVERY_MS = 400;
/** A usual phone, on which no task may be long before a person acts. */
const USUAL_CPU_RATE = 4;
/** After the page has loaded: whatever a page does by itself is over. */
const REST_MS = 4_000;

interface FirstTap {
  readonly paintMs: number;
  readonly tapMs: number;
  readonly places: readonly (readonly [number, number])[];
}

interface Visit extends Omit<FirstTap, 'places'> {
  readonly lateMs: readonly number[];
}

/**
 * First paint, and the first tap that changes the total, of the home page and of the bare page beside it, in turn, so
 * that a slow moment meets both; then more taps with what comes with the first act; and the longest task while nobody
 * acts.
 * @param site the built site
 * @param productUrl confirms what is chosen, as in life
 */
export async function benchFirstTap(site: string, productUrl: string, runs = RUNS): Promise<Row[]> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...CHROMIUM_FLAGS] });
  const server = await serveFiles(site, productUrl);
  try {
    return await withBarePage((bareUrl) => measureInTurn(browser, [bareUrl, urlOf(server)], runs));
  } finally {
    await browser.close();
    server.close();
  }
}

async function measureInTurn(browser: Browser, urls: readonly string[], runs: number): Promise<Row[]> {
  const visits: Visit[][] = urls.map(() => []);
  const tasks: number[][] = urls.map(() => []);
  const loops: number[] = [];
  for (let run = 0; run < runs; run++) {
    loops.push(bareLoopMs());
    for (const [k, url] of urls.entries()) {
      visits[k]?.push(await visit(browser, url));
      tasks[k]?.push(await longestTaskMs(browser, url));
    }
  }
  const of = (k: number, part: (one: Visit) => number) => median((visits[k] ?? []).map(part));
  return ['bare page', 'home'].map((page, k) => {
    const late = (visits[k] ?? []).flatMap(({ lateMs }) => lateMs);
    return {
      page,
      'first paint ms': Math.round(of(k, ({ paintMs }) => paintMs)),
      'paint × bare': ratio(of(k, ({ paintMs }) => paintMs) / of(0, ({ paintMs }) => paintMs)),
      'first tap ms': Math.round(of(k, ({ tapMs }) => tapMs)),
      'tap × bare': ratio(of(k, ({ tapMs }) => tapMs) / of(0, ({ tapMs }) => tapMs)),
      'later taps median ms': Math.round(median(late)),
      'later taps p98 ms': Math.round(percentile(late, 98)),
      'longest task ms, CPU ×4, before an act': Math.round(median(tasks[k] ?? [])) || '< 50',
      'bare loop ms': median(loops),
    };
  });
}

const ratio = (value: number): number => Math.round(value * 100) / 100;

async function openPhone(browser: Browser, cpuRate: number): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', LINE);
  return { context, page };
}

/** Of the tasks over 50 ms while the page is only looked at; 0 when there is none. */
async function longestTaskMs(browser: Browser, url: string): Promise<number> {
  const { context, page } = await openPhone(browser, USUAL_CPU_RATE);
  await page.addInitScript(() => {
    const own = window as unknown as { longestMs: number };
    own.longestMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) own.longestMs = Math.max(own.longestMs, duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(REST_MS);
  const longestMs = await page.evaluate(() => (window as unknown as { longestMs: number }).longestMs);
  await context.close();
  return longestMs;
}

/**
 * Visits the page, which reports its figures as console messages: Playwright's own script for asking a page takes an
 * eighth of a second of such a phone, in the middle of what is measured.
 */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const { context, page } = await openPhone(browser, CPU_RATE);
  await page.addInitScript(pressUntilItAnswers);
  const said = page.waitForEvent('console', (message) => message.text().startsWith('{"paintMs"'));
  await page.goto(url, { waitUntil: 'commit' });
  const { paintMs, tapMs, places } = JSON.parse((await said).text()) as FirstTap;
  // What the first act has requested comes while these are pressed.
  for (let tap = 0; tap < TAPS; tap++) {
    // More and less in turn: never at a bound.
    const [x, y] = places[(tap + 1) % 2] as readonly [number, number];
    await page.touchscreen.tap(x, y);
    await page.waitForTimeout(TAP_EVERY_MS);
  }
  const lateMs = await page.evaluate(() => (window as unknown as { tapsMs: number[] }).tapsMs);
  await context.close();
  return { paintMs, tapMs, lateMs };
}

/** Runs in the page. */
function pressUntilItAnswers(): void {
  const own = window as unknown as { tapsMs: number[] };
  own.tapsMs = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') own.tapsMs.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  let before: string | null = null;
  const press = () => {
    const total = document.querySelector('output, .calc .sum .money');
    const button = document.querySelector<HTMLElement>('.calc .step button[aria-disabled=false], [aria-label=less]');
    if (total && button) {
      before ??= total.textContent;
      if (total.textContent !== before) return sayWhenPainted(performance.now());
      button.click();
    }
    setTimeout(press, 50);
  };
  /** The buttons by their places: looking for an element before each tap would be work of the page's own thread. */
  const sayWhenPainted = (tapMs: number) => {
    const paintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    if (paintMs === undefined) return void setTimeout(sayWhenPainted, 50, tapMs);
    const buttons = document.querySelectorAll('.calc .step button, [aria-label=less], [aria-label=more]');
    const places = [...buttons].map((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    console.info(JSON.stringify({ paintMs, tapMs, places }));
  };
  press();
}
