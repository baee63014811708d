import { brotliCompressSync, constants } from 'node:zlib';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';
import type { Row } from './table.ts';

/** Measures what a browser fetches for each path until it is idle, recompressed at brotli 11 as it travels. */
export async function benchBytes(baseUrl: string, paths: readonly string[]): Promise<Row[]> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...CHROMIUM_FLAGS] });
  const rows: Row[] = [];
  for (const path of paths) {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const sizes = new Map<string, number>();
    let requests = 0;
    page.on('response', async (response) => {
      requests++;
      const type = response.request().resourceType();
      const body = await response.body().catch(() => Buffer.alloc(0));
      sizes.set(type, (sizes.get(type) ?? 0) + compressedBytes(body));
    });
    await page.goto(baseUrl + path, { waitUntil: 'networkidle' });
    const kilobytes = (bytes = 0): number => Math.round(bytes / 100) / 10;
    rows.push({
      page: path,
      requests,
      'HTML KB': kilobytes(sizes.get('document')),
      'CSS KB': kilobytes(sizes.get('stylesheet')),
      'JS KB': kilobytes(sizes.get('script')),
      'font KB': kilobytes(sizes.get('font')),
      'total KB': kilobytes([...sizes.values()].reduce((total, size) => total + size, 0)),
    });
    await page.close();
  }
  await browser.close();
  return rows;
}

function compressedBytes(body: Buffer): number {
  if (body.length === 0) return 0;
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
