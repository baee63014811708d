import { expect, test } from './journey.ts';
import { publicPaths } from './public-paths.ts';

test('no link of the site is broken', { tag: '@spec-2.16' }, async ({ page, at }) => {
  const answers = new Map<string, { readonly status: number; readonly html: string }>();
  /** Most links are on every page: each address is asked once. */
  const answerOf = async (path: string) => {
    const known = answers.get(path);
    if (known) return known;
    const answer = await page.request.get(path);
    const asked = { status: answer.status(), html: await answer.text() };
    answers.set(path, asked);
    return asked;
  };
  for (const path of await publicPaths(page, at)) {
    const { html } = await answerOf(path);
    const links = [...html.matchAll(/<a\b[^>]*?href="([^"]+)"/g)].map((match) =>
      (match[1] as string).replaceAll('&amp;', '&'),
    );
    for (const link of new Set(links)) {
      const url = new URL(link, new URL(path, 'http://site.invalid'));
      if (url.host !== 'site.invalid') continue;
      const target = await answerOf(url.pathname);
      if (url.pathname !== at('/no-such-page')) expect.soft(target.status, `${path} → ${link}`).toBe(200);
      // Asked as yes or no: a failure is one line, not the page.
      if (url.hash) expect.soft(target.html.includes(`id="${url.hash.slice(1)}"`), `${path} → ${link}`).toBe(true);
    }
  }
});
