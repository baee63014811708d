import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { firstPaint } from './first-paint.mjs';
import { preloader } from './preload-islands.mjs';
import { trimPolicy } from './trim-policy.mjs';

/**
 * What every page gets after Astro has rendered it. The publisher, which renders single pages (render-pages.ts), does
 * the same to them: a page must not show how it came about.
 * @param {string} outDir the built site, with a slash at the end
 * @returns {Promise<(html: string) => Promise<string>>}
 */
export async function pageFinisher(outDir) {
  const preload = await preloader(outDir);
  return async (html) => trimPolicy(firstPaint(await preload(html)));
}

/** Finishes the pages of a whole build. */
export function finishPages() {
  return {
    name: 'finish-pages',
    hooks: {
      'astro:build:done': async ({ dir, assets }) => {
        const finish = await pageFinisher(fileURLToPath(dir));
        const pages = [...assets.values()].flat().filter((url) => url.pathname.endsWith('.html'));
        for (const page of pages) {
          const path = fileURLToPath(page);
          await writeFile(path, await finish(await readFile(path, 'utf8')));
        }
      },
    },
  };
}
