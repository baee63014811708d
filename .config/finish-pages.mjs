import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { firstPaint } from './first-paint.mjs';
import { preloader } from './preload-islands.mjs';
import { trimPolicy } from './trim-policy.mjs';

/** What every page gets after Astro has rendered it, or has taken it from its cache. */
export function finishPages() {
  return {
    name: 'finish-pages',
    hooks: {
      'astro:build:done': async ({ dir, assets }) => {
        const preload = await preloader(fileURLToPath(dir));
        const pages = [...assets.values()].flat().filter((url) => url.pathname.endsWith('.html'));
        for (const page of pages) {
          const html = await readFile(page, 'utf8');
          await writeFile(page, trimPolicy(firstPaint(await preload(html))));
        }
      },
    },
  };
}
