import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Every page the sitemap names in the language, and those it leaves out on purpose. */
export async function publicPaths(page: Page, at: (path: string) => string): Promise<string[]> {
  const index = await (await page.request.get('/sitemap-index.xml')).text();
  const map = await (await page.request.get(new URL(/<loc>([^<]+)/.exec(index)?.[1] ?? '').pathname)).text();
  const paths = [...map.matchAll(/<loc>([^<]+)/g)].map((match) => new URL(match[1] as string).pathname);
  const mine = paths.filter((path) => path.startsWith('/en/') === at('/').startsWith('/en/'));
  expect(mine.length).toBeGreaterThan(5);
  const unlisted = ['/sign-in', '/sign-up', '/application/new-client', '/no-such-page'];
  return [...mine, ...unlisted.map(at)];
}
