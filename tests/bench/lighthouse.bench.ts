import { launch } from 'chrome-launcher';
import lighthouse, { type Flags } from 'lighthouse';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';
import { median, type Row } from './table.ts';
import { bareLoopMs, withBarePage } from './yardstick.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** quality.md B2: the tail of Peru's networks, on a cheap phone. */
const LOW_END: NonNullable<Flags['throttling']> = {
  rttMs: 300,
  throughputKbps: 700,
  requestLatencyMs: 300 * 3.75,
  downloadThroughputKbps: 700 * 0.9,
  uploadThroughputKbps: 700 * 0.9,
  cpuSlowdownMultiplier: 10,
};

/**
 * Lighthouse mobile on each path, and performance once more on the low-end profile; first on a bare page, which says
 * what this machine is worth today.
 * @param runs the figures are the medians of so many
 */
export async function benchLighthouse(baseUrl: string, paths: readonly string[], runs = RUNS): Promise<Row[]> {
  const chromePath = findChromium();
  if (!chromePath) throw new Error('Lighthouse needs a Chromium: run npm test once, which installs one.');
  return withBarePage(async (bareUrl) => {
    const pages = [['bare page', bareUrl], ...paths.map((path) => [path, baseUrl + path])] as const;
    const rows: Row[] = [];
    for (const [page = '', url = ''] of pages) rows.push({ page, ...(await row(chromePath, url, runs)) });
    return rows;
  });
}

async function row(chromePath: string, url: string, runs: number): Promise<Row> {
  const loopMs = bareLoopMs();
  const scores = await measure(chromePath, url, runs, {});
  const lowEnd = await measure(chromePath, url, runs, { throttling: LOW_END, onlyCategories: ['performance'] });
  return {
    ...scores,
    'low-end': lowEnd['performance'] ?? '',
    'low-end LCP ms': lowEnd['LCP ms'] ?? '',
    'low-end TBT ms': lowEnd['TBT ms'] ?? '',
    'bare loop ms': Math.max(loopMs, bareLoopMs()),
  };
}

async function measure(chromePath: string, url: string, runs: number, flags: Flags): Promise<Record<string, number>> {
  const found: Record<string, number>[] = [];
  for (let run = 0; run < runs; run++) found.push(await measureOnce(chromePath, url, flags));
  const names = Object.keys(found[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(found.map((one) => one[name] ?? Number.NaN))]));
}

async function measureOnce(chromePath: string, url: string, flags: Flags): Promise<Record<string, number>> {
  const chrome = await launch({ chromePath, chromeFlags: [...CHROMIUM_FLAGS] });
  try {
    const onlyCategories = [...(flags.onlyCategories ?? CATEGORIES)];
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      ...flags,
      onlyCategories,
    });
    if (!result) throw new Error(`Lighthouse did not answer for ${url}`);
    const { categories, audits } = result.lhr;
    const scores = Object.entries(categories).map(([name, category]) => [
      name,
      Math.round((category.score ?? 0) * 100),
    ]);
    const requests =
      (audits['network-requests']?.details as { items?: { transferSize?: number }[] } | undefined)?.items ?? [];
    return {
      ...Object.fromEntries(scores),
      'LCP ms': Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
      'TBT ms': Math.round(audits['total-blocking-time']?.numericValue ?? 0),
      CLS: Number((audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)),
      requests: requests.length,
      'KB sent': Math.round(requests.reduce((total, item) => total + (item.transferSize ?? 0), 0) / 100) / 10,
    };
  } finally {
    chrome.kill();
  }
}
