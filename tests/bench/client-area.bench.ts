import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { pagesOf, sumBytes, transferBytes } from '#tests/architecture/built-site.ts';
import { openedScreens, requestsOf } from '#tests/architecture/client-area-files.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';
import { median, type Row } from './table.ts';
import { bareLoopMs, serveFiles, urlOf } from './yardstick.ts';

const PATHS = ['/sign-in/', '/application/new-client/', '/profile/'];
const RUNS = 5;
/** A cheap phone on the tail of Peru's networks, as in the other benchmarks. */
const LOW_END = { cpu: 10, latency: 300, bytesPerSec: (700 * 1024) / 8 };
/** The yardstick: what the same browser takes for a page over the same line that is a heading and nothing else. */
const BARE = '<!doctype html><title>bare</title><h1>bare</h1>';

/**
 * Measures what the first screens of the client area ask for, by the build's own count (tests/architecture/client-area-files.ts),
 * and when somebody sees their heading on a slow phone, beside a bare page in the same run. For `/profile/` as the
 * screen is in the page for a client. Then what a further screen costs, the dearest first.
 */
export async function benchClientArea(baseUrl: string, dataDir: string, runs = RUNS): Promise<Row[]> {
  const site = join(dataDir, 'releases/current');
  const pages = pagesOf(site);
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...CHROMIUM_FLAGS] });
  const bareFolder = join(dataDir, 'bare');
  mkdirSync(bareFolder);
  writeFileSync(join(bareFolder, 'index.html'), BARE);
  const bareServer = await serveFiles(bareFolder);
  const rows: Row[] = [];
  for (const path of PATHS) {
    const page = pages.find((each) => each.path === path);
    if (!page) throw new Error(`the site has no page ${path}`);
    const react = page.scripts.find((url) => /\/client\.[^/]+$/.test(url)) ?? '';
    const [heading, bare, loops] = [[] as number[], [] as number[], [] as number[]];
    for (let run = 0; run < runs; run += 1) {
      loops.push(bareLoopMs());
      bare.push(await headingPaintMs(browser, urlOf(bareServer)));
      heading.push(await headingPaintMs(browser, baseUrl + path));
    }
    rows.push({
      screen: path,
      requests: requestsOf(page).length,
      'JS KB': kilobytes(sumBytes(site, page.scripts)),
      'React alone KB': kilobytes(transferBytes(site, react)),
      'heading ms': Math.round(median(heading)),
      'bare page ms': Math.round(median(bare)),
      'heading × bare': Math.round((median(heading) / median(bare)) * 100) / 100,
      'bare loop ms': median(loops),
    });
  }
  await browser.close();
  bareServer.close();
  const further = openedScreens(site, pages).sort((a, b) => b.bytes - a.bytes);
  return [
    ...rows,
    ...further.map(({ name, bytes, requests }) => ({ screen: name, requests, 'JS KB': kilobytes(bytes) })),
  ];
}

/**
 * When the heading of a page is painted, by the browser's own clock. The page reports it itself, because Playwright's
 * script for asking a page takes an eighth of a second of such a phone.
 */
async function headingPaintMs(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  // A client's browser, as far as a page can tell before it has asked anything.
  if (url.endsWith('/profile/')) await context.addCookies([{ name: 'auth', value: 'bench', url }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: LOW_END.cpu });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LOW_END.latency,
    downloadThroughput: LOW_END.bytesPerSec,
    uploadThroughput: LOW_END.bytesPerSec,
  });
  await page.addInitScript(tellHeadingPaint);
  const told = page.waitForEvent('console', (message) => message.text().startsWith(HEADING));
  await page.goto(url, { waitUntil: 'commit' });
  const paintMs = Number((await told).text().slice(HEADING.length));
  await context.close();
  return paintMs;
}

/** How the page's report begins; the script in the page has it written out. */
const HEADING = 'heading painted at ';

/** Runs in the page. */
function tellHeadingPaint(): void {
  const parsed = new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (!heading) return;
    parsed.disconnect();
    heading.setAttribute('elementtiming', 'heading');
  });
  parsed.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    const [entry] = list.getEntries() as (PerformanceEntry & { readonly renderTime: number })[];
    console.log(`heading painted at ${entry?.renderTime}`);
  }).observe({ type: 'element', buffered: true });
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 10) / 100;
}
