import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';
import { median, percentile, type Row } from './table.ts';

const RUNS = 7;
const BARE = join(import.meta.dirname, 'bare-page');
const ASTRO = resolve(import.meta.dirname, '../../node_modules/astro/bin/astro.mjs');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};
/** A cheap phone on a slow line (quality B2). */
const CPU_RATE = 10;
const LINE = { offline: false, latency: 300, downloadThroughput: 89_600, uploadThroughput: 89_600 };
const TAPS = 12;
const TAP_EVERY_MS = 400;

interface Visit {
  readonly paintMs: number;
  readonly tapMs: number;
  readonly lateMs: readonly number[];
}

/**
 * First paint, and the first tap that changes the total, of the home page and of the bare page beside it, in turn, so
 * that a slow moment meets both; then more taps with what comes with the first act.
 * @param site the built site
 */
export async function benchFirstTap(site: string, runs = RUNS): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-bare-'));
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...CHROMIUM_FLAGS] });
  const servers = [await serve(buildBarePage(folder)), await serve(site)];
  try {
    const visits: Visit[][] = [[], []];
    const loops: number[] = [];
    for (let run = 0; run < runs; run++) {
      loops.push(bareLoopMs());
      for (const [k, server] of servers.entries()) visits[k]?.push(await visit(browser, urlOf(server)));
    }
    const of = (k: number, part: (one: Visit) => number) => median((visits[k] ?? []).map(part));
    return ['bare page', 'home'].map((page, k) => ({
      page,
      'first paint ms': Math.round(of(k, ({ paintMs }) => paintMs)),
      'paint × bare': ratio(of(k, ({ paintMs }) => paintMs) / of(0, ({ paintMs }) => paintMs)),
      'first tap ms': Math.round(of(k, ({ tapMs }) => tapMs)),
      'tap × bare': ratio(of(k, ({ tapMs }) => tapMs) / of(0, ({ tapMs }) => tapMs)),
      'later taps p98 ms': Math.round(
        percentile(
          (visits[k] ?? []).flatMap(({ lateMs }) => lateMs),
          98,
        ),
      ),
      'bare loop ms': Math.round(median(loops)),
    }));
  } finally {
    await browser.close();
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const ratio = (value: number): number => Math.round(value * 100) / 100;
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** The machine's own yardstick: a slow day shows here. */
function bareLoopMs(): number {
  const startedMs = performance.now();
  let sum = 0;
  for (let k = 0; k < 1e8; k++) sum = (sum + k) | 0;
  return performance.now() - startedMs + (sum & 0);
}

/** Built with our own Astro and React; its scripts are preloaded, which is the better figure. */
function buildBarePage(folder: string): string {
  const outDir = join(folder, 'dist');
  const env = { ...process.env, OUT_DIR: outDir, CACHE_DIR: join(folder, 'cache'), ASTRO_TELEMETRY_DISABLED: '1' };
  const { status, stderr } = spawnSync(process.execPath, [ASTRO, 'build', '--root', BARE], { env, encoding: 'utf8' });
  // What Astro and Vite write beside what they build, wherever else they are told to.
  for (const name of ['.astro', 'node_modules']) rmSync(join(BARE, name), { recursive: true, force: true });
  if (status !== 0) throw new Error(`the bare page was not built: ${stderr}`);
  const scripts = readdirSync(join(outDir, '_astro')).filter((name) => name.endsWith('.js'));
  const links = scripts.map((name) => `<link rel="modulepreload" fetchpriority="low" href="/_astro/${name}">`).join('');
  const page = join(outDir, 'index.html');
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace('</head>', () => `${links}</head>`),
  );
  return outDir;
}

/** Files as they travel, at brotli 11. */
function serve(folder: string): Promise<Server> {
  const known = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = TYPES[extname(file)];
    const body = known.get(file) ?? (type ? brotliCompressSync(readFileSync(file)) : readFileSync(file));
    known.set(file, body);
    return response
      .writeHead(200, {
        'content-type': type ?? 'application/octet-stream',
        'content-length': body.length,
        ...(type && { 'content-encoding': 'br' }),
      })
      .end(body);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', LINE);
  await page.addInitScript(pressUntilItAnswers);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'tappedMs' in window && performance.getEntriesByName('first-contentful-paint')[0]);
  const [paintMs, tapMs] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    (window as unknown as { tappedMs: number }).tappedMs,
  ]);
  // What the first act has requested comes while these are pressed.
  const buttons = page.locator('.calc .step button, [aria-label=less], [aria-label=more]');
  for (let tap = 0; tap < TAPS; tap++) {
    // More and less in turn: never at a bound.
    await buttons.nth((tap + 1) % 2).tap({ force: true, noWaitAfter: true });
    await page.waitForTimeout(TAP_EVERY_MS);
  }
  const lateMs = await page.evaluate(() => (window as unknown as { tapsMs: number[] }).tapsMs);
  await context.close();
  return { paintMs: paintMs as number, tapMs: tapMs as number, lateMs };
}

/** Runs in the page. */
function pressUntilItAnswers(): void {
  const own = window as unknown as { tapsMs: number[]; tappedMs?: number };
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
      if (total.textContent !== before) {
        own.tappedMs = performance.now();
        return;
      }
      button.click();
    }
    setTimeout(press, 50);
  };
  press();
}
