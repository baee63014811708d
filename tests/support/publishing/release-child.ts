/**
 * Makes one release after another of a small site, each with a few other pages, until it is killed. Its argument is the
 * folder it works in; it prints a line when it begins.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRelease } from '#server/publishing/publisher/release.ts';
import { goLive, pruneReleases } from '#server/publishing/publisher/release-control.ts';
import { compressFurther } from '#server/publishing/publisher/release-tree.ts';
import { readSite } from '#server/publishing/publisher/site-manifest.ts';
import { INFO } from './release-info.ts';

const PAGES = 300;
const CHANGED_PAGES = 7;
const folder = process.argv[2] ?? '';
const [distDir, releasesDir] = [join(folder, 'dist'), join(folder, 'releases')];

function writePage(number: number, words: string): void {
  mkdirSync(join(distDir, `page-${number}`), { recursive: true });
  writeFileSync(join(distDir, `page-${number}/index.html`), `<p>${words}</p>`.repeat(number % 20 === 0 ? 80 : 1));
}

rmSync(distDir, { recursive: true, force: true });
for (let number = 0; number < PAGES; number += 1) writePage(number, 'first');
mkdirSync(join(distDir, '_astro'));
console.log('begins');
for (let round = 0; ; round += 1) {
  for (let page = 0; page < CHANGED_PAGES; page += 1)
    writePage((round * CHANGED_PAGES + page) % PAGES, `round ${round}`);
  rmSync(join(distDir, `_astro/own.${round - 1}.js`), { force: true });
  writeFileSync(join(distDir, `_astro/own.${round}.js`), `export const round = ${round};`);
  const { files } = await readSite(distDir);
  const { info, light } = await makeRelease({ distDir, releasesDir, info: INFO, files });
  await goLive(releasesDir, info.release);
  await pruneReleases(releasesDir);
  await compressFurther(join(releasesDir, info.release), light, new AbortController().signal);
}
