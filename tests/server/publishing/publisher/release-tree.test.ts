import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { currentRelease, releaseNames } from '#server/publishing/publisher/release.ts';
import { expectWhole, openReleases, page, releaseSite, SMALL_SITE } from '#tests/support/browser/site.ts';
import { INFO } from '#tests/support/publishing/release-info.ts';

const LONG = '<p>costs</p>'.repeat(100);

/** A site that changes as sites do: texts come back, pages come and go, scripts change with and without their name. */
function siteOf(round: number): Record<string, string> {
  const long: Record<string, string> = round % 3 === 0 ? {} : { 'long/deep/index.html': page(`${LONG} ${round}`) };
  return {
    ...SMALL_SITE,
    ...long,
    'index.html': page(`home ${round % 4}`),
    'tarifas/index.html': page(`${LONG} ${Math.floor(round / 2)}`),
    // What was a folder is a file, and the other way round.
    ...(round % 2 === 0 ? { 'ayuda/index.html': page('help') } : { ayuda: 'help' }),
    [`_astro/own.${Math.floor(round / 3)}.js`]: `${LONG}`,
    '_astro/same-name.js': `export const round = ${round % 5};`,
  };
}

test('releases share their files, and each has at any time what it was made with', async () => {
  const { releasesDir, release } = await openReleases();
  for (let round = 1; round <= 16; round += 1) {
    await release(siteOf(round));
    for (const name of await releaseNames(releasesDir))
      expect(await expectWhole(join(releasesDir, name))).toBe(INFO.pages);
  }
});

test('killed at any step, what is live is whole, and the next publish works', { timeout: 1_200_000 }, async () => {
  const { distDir, releasesDir } = await openReleases();
  const leftBehind = new Set<string>();
  for (let kill = 0; kill < 12; kill += 1) {
    const script = resolve(import.meta.dirname, '../../../support/publishing/release-child.ts');
    const child = spawn(process.execPath, [script, dirname(releasesDir)], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    // The first has to make some releases before old ones are removed.
    while ((await releaseNames(releasesDir)).length < 5) await new Promise((wait) => setTimeout(wait, 50));
    await new Promise((wait) => setTimeout(wait, 300 + kill * 61));
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const name of await readdir(releasesDir)) if (name.startsWith('.')) leftBehind.add(name.slice(0, 4));
    expect(await currentRelease(releasesDir)).toBeDefined();
    for (const name of await releaseNames(releasesDir))
      expect(await expectWhole(join(releasesDir, name))).toBe(INFO.pages);
  }
  // Else every kill was in the same place.
  expect(leftBehind.has('.unf')).toBe(true);
  const { release } = await releaseSite({ distDir, releasesDir, info: INFO });
  await expectWhole(join(releasesDir, release));
  expect((await readdir(releasesDir)).filter((name) => name.startsWith('.unf'))).toEqual([]);
});
