import { expect, test } from './journey.ts';
import { publicPaths } from './public-paths.ts';

test('no link of the site is broken', async ({ page, at }) => {
  const checked = new Map<string, number>();
  for (const path of await publicPaths(page, at)) {
    const html = await (await page.request.get(path)).text();
    const links = [...html.matchAll(/<a\b[^>]*?href="([^"]+)"/g)].map((match) =>
      (match[1] as string).replaceAll('&amp;', '&'),
    );
    for (const link of links) {
      const url = new URL(link, new URL(path, 'http://site.invalid'));
      if (url.host !== 'site.invalid') continue;
      if (!checked.has(url.pathname)) checked.set(url.pathname, (await page.request.get(url.pathname)).status());
      if (url.pathname !== at('/no-such-page')) expect.soft(checked.get(url.pathname), `${path} → ${link}`).toBe(200);
      if (url.hash) {
        const target = await (await page.request.get(url.pathname)).text();
        expect.soft(target, `${path} → ${link}`).toContain(`id="${url.hash.slice(1)}"`);
      }
    }
  }
});
