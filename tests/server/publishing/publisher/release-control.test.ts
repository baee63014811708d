import { readdir, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockFile } from '#server/kit/file-lock.ts';
import { currentRelease, makeRelease, readCurrent } from '#server/publishing/publisher/release.ts';
import {
  goLive,
  pruneReleases,
  readPause,
  resumePublishing,
  rollBack,
} from '#server/publishing/publisher/release-control.ts';
import { openReleases, page, SMALL_SITE, writeSite } from '#tests/support/browser/site.ts';
import { INFO } from '#tests/support/publishing/release-info.ts';

const NOW = new Date('2026-02-03T10:00:00Z');
/** As many releases as asked for, each with another home. */
async function releases(count: number) {
  const site = await openReleases();
  const names: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const changed = { 'index.html': page(`home ${number}`), '_astro/own.js': `${number}` };
    names.push((await site.release({ ...SMALL_SITE, ...changed })).release);
  }
  return { ...site, names };
}

describe('a rollback', () => {
  test('goes to the release before the live one and pauses publishing', async () => {
    const { releasesDir, names } = await releases(3);
    const outcome = await rollBack(releasesDir, NOW);
    expect(outcome).toEqual({ kind: 'rolled-back', release: names[1], from: names[2] });
    expect(await currentRelease(releasesDir)).toBe(names[1]);
    expect(await readPause(releasesDir)).toEqual({ at: NOW.toISOString(), from: names[2] });
  });

  test('goes to a release by its number or its name', async () => {
    const { releasesDir, names } = await releases(3);
    expect(await rollBack(releasesDir, NOW, '1')).toMatchObject({ release: names[0] });
    expect(await rollBack(releasesDir, NOW, names[2])).toMatchObject({ release: names[2] });
  });

  test('that is repeated without a target goes no further, and names the release that would be next', async () => {
    const { releasesDir, names } = await releases(3);
    await rollBack(releasesDir, NOW);
    const later = new Date(NOW.getTime() + 60_000);
    expect(await rollBack(releasesDir, later)).toEqual({
      kind: 'already',
      release: names[1],
      from: names[2],
      at: NOW.toISOString(),
      older: names[0],
    });
    expect(await currentRelease(releasesDir)).toBe(names[1]);
    expect(await rollBack(releasesDir, later, names[0])).toMatchObject({ kind: 'rolled-back', release: names[0] });
    expect(await rollBack(releasesDir, later)).toMatchObject({ kind: 'already', release: names[0], older: undefined });
  });

  test('that is repeated with its target still knows the release from before it', async () => {
    const { releasesDir, names } = await releases(3);
    for (const _ of [1, 2]) {
      expect(await rollBack(releasesDir, NOW, '1')).toEqual({
        kind: 'rolled-back',
        release: names[0],
        from: names[2],
      });
    }
    expect(await readPause(releasesDir)).toMatchObject({ from: names[2] });
  });

  test('goes back once more after publishing has gone on', async () => {
    const { releasesDir, names } = await releases(3);
    await rollBack(releasesDir, NOW);
    await resumePublishing(releasesDir);
    await goLive(releasesDir, names[2] as string);
    expect(await rollBack(releasesDir, NOW)).toMatchObject({ kind: 'rolled-back', release: names[1] });
  });

  test('whose process died between the pause and the release is done by the next one', async () => {
    const { releasesDir, names } = await releases(3);
    await rollBack(releasesDir, NOW);
    await rm(join(releasesDir, 'current'));
    await symlink(names[2] as string, join(releasesDir, 'current'));
    expect(await rollBack(releasesDir, NOW)).toMatchObject({ kind: 'rolled-back', release: names[1] });
  });

  test.each([
    ['nothing older', undefined, 'There is no older release.'],
    ['no such number', '9', 'There is no release "9".'],
    ['a path', '../../etc', 'There is no release "../../etc".'],
  ])('with %s is refused and changes nothing', { tags: 'asvs-5.3.2' }, async (_, to, reason) => {
    const { releasesDir, names } = await releases(1);
    expect(await rollBack(releasesDir, NOW, to)).toEqual({ kind: 'refused', reason });
    expect(await currentRelease(releasesDir)).toBe(names[0]);
    expect(await readPause(releasesDir)).toBeUndefined();
  });

  test('counts, even when a publish that was under way ends after it', async () => {
    const { releasesDir, distDir, names } = await releases(2);
    const late = await makeRelease({ distDir, releasesDir, info: INFO, files: new Map() });
    await rollBack(releasesDir, NOW);
    await expect(goLive(releasesDir, late.info.release)).rejects.toThrow('paused');
    expect(await currentRelease(releasesDir)).toBe(names[0]);
  });

  test('ends with resume, once', async () => {
    const { releasesDir } = await releases(2);
    await rollBack(releasesDir, NOW);
    expect(await resumePublishing(releasesDir)).toBe(true);
    expect(await resumePublishing(releasesDir)).toBe(false);
  });
});

describe('disk use is bounded', () => {
  test('five releases stay, and the live one however old a rollback made it', async () => {
    const { releasesDir, distDir, names } = await releases(5);
    await rollBack(releasesDir, NOW, '1');
    for (let number = 0; number < 3; number += 1) {
      await makeRelease({ distDir, releasesDir, info: INFO, files: new Map() });
    }
    await resumePublishing(releasesDir);
    await goLive(releasesDir, names[0] as string);
    await pruneReleases(releasesDir);
    const kept = (await readdir(releasesDir)).filter((name) => /^\d/.test(name));
    expect(kept.map((name) => Number(name.slice(0, 6)))).toEqual([1, 4, 5, 6, 7, 8]);
  });

  test('nothing is removed while an operator goes back to an older release', async () => {
    const { releasesDir, distDir, names } = await releases(5);
    await makeRelease({ distDir, releasesDir, info: INFO, files: new Map() });
    const operator = await lockFile(join(releasesDir, '.lock'), AbortSignal.timeout(1_000));
    const pruned = pruneReleases(releasesDir);
    await new Promise((wait) => setTimeout(wait, 50));
    // Chosen before anything went, and shown only now.
    await rm(join(releasesDir, 'current'));
    await symlink(names[0] as string, join(releasesDir, 'current'));
    operator.release();
    await pruned;
    expect((await readCurrent(releasesDir))?.release).toBe(names[0]);
  });

  test('what a killed publish left behind goes with the next one', async () => {
    const { releasesDir, release } = await releases(1);
    await writeSite(join(releasesDir, '.unfinished-000002-x'), SMALL_SITE);
    await symlink('000002-x', join(releasesDir, '.current-1'));
    await release();
    expect((await readdir(releasesDir)).filter((name) => /^\.(unf|cur)/.test(name))).toEqual([]);
  });
});

test('scripts of the last releases are in the live one too, and of older ones no more', async () => {
  const { releasesDir, release } = await openReleases();
  for (let number = 1; number <= 6; number += 1)
    await release({ ...SMALL_SITE, [`_astro/own.${number}.js`]: `${number}` });
  const scripts = await readdir(join(releasesDir, 'current/_astro'));
  expect(scripts.filter((name) => name.startsWith('own'))).toEqual([2, 3, 4, 5, 6].map((number) => `own.${number}.js`));
});

test('a look at any moment finds a whole release', async () => {
  const { releasesDir, release } = await releases(1);
  let looking = true;
  const seen = new Set<string>();
  const visitor = (async () => {
    while (looking) {
      const live = await readlink(join(releasesDir, 'current'));
      seen.add(live);
      const info = await readCurrent(releasesDir);
      expect(info?.pages).toBe(4);
      await new Promise(setImmediate);
    }
  })();
  for (let number = 0; number < 10; number += 1)
    await release({ ...SMALL_SITE, 'index.html': page(`again ${number}`) });
  looking = false;
  await visitor;
  expect(seen.size).toBeGreaterThan(1);
});
