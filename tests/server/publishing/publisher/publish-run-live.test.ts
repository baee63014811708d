import { existsSync, rmSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readHeldBack } from '#server/publishing/publisher/held-back.ts';
import type { PublishResult, PublishRun } from '#server/publishing/publisher/publisher.ts';
import { currentRelease, readCurrent, releaseNames } from '#server/publishing/publisher/release.ts';
import { resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import { compareWithWholeBuild } from '#server/publishing/publisher/verify-release.ts';
import { expectWhole } from '#tests/support/browser/site.ts';
import { openStorySite, type StorySite, story } from '#tests/support/publishing/story-site.ts';

/** The live release is looked at with every poll, and made anew only when a file has changed. */
let site: StorySite;
const LONG = 'una respuesta larga '.repeat(100);

beforeEach(async () => {
  site = await openStorySite();
  await site.publish();
  site.space.write(story('tarifas', 'dear', LONG));
  await site.publish();
  site.said.length = 0;
});
afterEach(() => site.close());

const liveDir = async (): Promise<string> => join(site.releasesDir, (await currentRelease(site.releasesDir)) as string);
const away = { contentApiUrl: 'http://127.0.0.1:1/v2' };

/** Damages, by an own file of that name: those of older releases stay. */
const DAMAGES: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  ['deleted', (path) => rm(path)],
  ['deleted with its folder', (path) => rm(join(path, '..'), { recursive: true })],
  ['empty', (path) => exchange(path, () => '')],
  ['cut', (path) => exchange(path, (text) => text.slice(0, text.length / 2))],
  ['of other words', (path) => exchange(path, (text) => text.replace('dear', 'free'))],
];

async function exchange(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8');
  await rm(path);
  await writeFile(path, change(text));
}

describe.each([
  ['from the last build', async () => undefined],
  ['from another release', () => rm(join(site.env.dataDir, 'dist'), { recursive: true })],
])('a page of the live release is mended %s', (_, before) => {
  test.each(DAMAGES)('when it is %s', async (_damage, damage) => {
    // Another release with the same page.
    site.space.write(story('home', 'two'));
    await site.publish();
    site.said.length = 0;
    await before();
    const live = await liveDir();
    await damage(join(live, 'tarifas/index.html'));
    const builds = site.builds.length;
    expect(await site.run()).toMatchObject({ kind: 'unchanged' });
    expect(await liveDir()).toBe(live);
    expect(site.builds).toHaveLength(builds);
    await expectWhole(live);
    const told = new RegExp(
      `^damaged files of ${live.slice(live.indexOf('releases/'))} were put back: .*tarifas/index.html`,
    );
    expect(site.said).toContainEqual(expect.stringMatching(told));
  });
});

test('a page of which no copy is left is built anew, the whole site with it', async () => {
  for (const name of await releaseNames(site.releasesDir)) await rm(join(site.releasesDir, name, 'tarifas/index.html'));
  await rm(join(site.env.dataDir, 'dist/tarifas/index.html'));
  const before = await currentRelease(site.releasesDir);
  expect(await site.run()).toMatchObject({ kind: 'published' });
  expect(site.builds.at(-1)).toBe('whole');
  expect(await currentRelease(site.releasesDir)).not.toBe(before);
  await expectWhole(await liveDir());
  expect(site.said.join()).toContain('are damaged, and the site is built anew: tarifas/index.html');
});

test('a page that is damaged in every release is not linked into the next one', async () => {
  const live = await liveDir();
  await writeFile(join(live, 'tarifas/costos/index.html'), 'other words, in the same file on the disk');
  await rm(join(site.env.dataDir, 'dist'), { recursive: true });
  expect(await site.run()).toMatchObject({ kind: 'published' });
  await expectWhole(await liveDir());
});

test('a release is told of and then looked at, so that nobody waits for that', async () => {
  site.space.write(story('home', 'two'));
  const told: PublishResult[] = [];
  const published = await site.publish({
    // What is damaged once it is told of is found by the look after it.
    onPublished: (result) => {
      told.push(result);
      rmSync(join(site.releasesDir, 'current/tarifas/index.html'));
    },
  });
  expect(told).toEqual([published]);
  expect(published).toMatchObject({ kind: 'published' });
  await expectWhole(await liveDir());
  expect(site.said.join()).toContain('were put back: tarifas/index.html');
});

test('the build of before is put aside for a new one, and removed with the end of the run, however it ends', async () => {
  const aside = join(site.env.dataDir, 'dist-before');
  const seen: string[] = [];
  site.meanwhile = async () => {
    expect(existsSync(join(site.env.dataDir, 'dist'))).toBe(false);
    seen.push(await readFile(join(aside, 'tarifas/index.html'), 'utf8'));
  };
  site.space.write(story('home', 'two'));
  expect(await site.publish()).toMatchObject({ kind: 'published' });
  expect(seen).toEqual([expect.stringContaining('dear')]);
  expect(existsSync(aside)).toBe(false);
  // Nothing new goes live: no release would remove it for weeks.
  expect(await site.publish({ force: true })).toMatchObject({ kind: 'unchanged' });
  expect([site.builds.at(-1), existsSync(aside)]).toEqual(['whole', false]);
  // A build that fails, on a full disk for one, leaves nothing in the way of the next.
  site.fails = { reason: 'no memory' };
  site.space.write(story('home', 'three'));
  expect(await site.publish()).toMatchObject({ kind: 'failed', step: 'build' });
  expect(existsSync(aside)).toBe(false);
  expect(await site.run()).toMatchObject({ kind: 'published' });
  expect(existsSync(aside)).toBe(false);
  await expectWhole(await liveDir());
});

test('a publisher that is stopped does not finish that look first', async () => {
  site.space.write(story('home', 'two'));
  const stopping = new AbortController();
  const onProgress: PublishRun['onProgress'] = ({ step }) => {
    if (step !== 'release') return;
    rmSync(join(site.releasesDir, 'current/tarifas/index.html'));
    stopping.abort();
  };
  expect(await site.publish({ onProgress, signal: stopping.signal })).toMatchObject({ kind: 'published' });
  expect(site.said.join()).not.toMatch(/put back|looked at/);
  // The next one does.
  await site.run({}, {});
  await expectWhole(await liveDir());
});

test('a compressed form that is damaged is made anew', async () => {
  const page = join(await liveDir(), 'tarifas/costos/index.html');
  const html = await readFile(page, 'utf8');
  for (const suffix of ['.br', '.gz']) await exchange(page + suffix, (text) => text.slice(0, 20));
  expect(await site.run()).toMatchObject({ kind: 'unchanged' });
  expect(brotliDecompressSync(await readFile(`${page}.br`)).toString()).toBe(html);
  expect(site.said.join()).toContain('tarifas/costos/index.html');
});

test('also while the content service is away, and while publishing is paused', async () => {
  const page = join(await liveDir(), 'tarifas/index.html');
  await rm(page);
  await site.run({ signal: AbortSignal.timeout(2_000) }, away).catch(() => undefined);
  expect(await readFile(page, 'utf8')).toContain('dear');
  site.space.write(story('home', 'two'));
  await site.publish();
  await rollBack(site.releasesDir, new Date());
  await rm(join(await liveDir(), 'tarifas/index.html'));
  expect(await site.run()).toMatchObject({ kind: 'paused' });
  expect(await site.live('tarifas/index.html')).toContain('dear');
});

test('a page without a copy is told while publishing is paused, and nothing is built over the rollback', async () => {
  await rollBack(site.releasesDir, new Date());
  const live = await liveDir();
  await rm(join(live, 'tarifas/index.html'));
  expect(await site.run()).toMatchObject({ kind: 'paused' });
  expect(await liveDir()).toBe(live);
  expect(site.said.join()).toContain(
    'publishing is paused: resume it, or go back to another release: tarifas/index.html',
  );
});

describe('a release is made only when a file has changed', () => {
  test('five presses without a change leave one to roll back to', async () => {
    const before = await releaseNames(site.releasesDir);
    for (let press = 0; press < 5; press += 1) {
      expect(await site.publish({ force: true })).toMatchObject({ kind: 'unchanged' });
      expect(await site.publish()).toMatchObject({ kind: 'unchanged' });
    }
    expect(await releaseNames(site.releasesDir)).toEqual(before);
    await rollBack(site.releasesDir, new Date());
    expect(await site.live('tarifas/index.html')).toContain('cheap');
  });

  test('content that no page shows makes none, and is what later mistakes fall back on', async () => {
    const before = await currentRelease(site.releasesDir);
    const quiet = (title: string) => {
      const { content } = story('home', title);
      return { full_slug: 'home', content: { ...content, note: 'seen by nobody' } };
    };
    site.space.write(quiet('one'));
    expect(await site.publish()).toMatchObject({ kind: 'unchanged', release: { release: before } });
    // It is built once, and not with every poll.
    const builds = site.builds.length;
    expect(await site.run()).toMatchObject({ kind: 'unchanged' });
    expect(await site.run({}, {})).toMatchObject({ kind: 'unchanged' });
    expect(site.builds).toHaveLength(builds);
    expect((await readCurrent(site.releasesDir))?.contentVersion).toBe(site.space.service.version());
    site.space.write(quiet(''));
    site.space.write(story('tarifas', 'dearer'));
    await site.publish();
    const index = await readFile(join(site.mirrorDir, 'live.json'), 'utf8');
    const { file } = JSON.parse(index).stories.find(({ fullSlug }: { fullSlug: string }) => fullSlug === 'home');
    expect(await readFile(join(site.mirrorDir, file), 'utf8')).toContain('seen by nobody');
  });

  test('a mistake that is taken back makes none, and is held back no longer', async () => {
    site.space.write(story('home', ''));
    site.space.write(story('tarifas', 'dearer'));
    expect(await site.publish()).toMatchObject({ kind: 'published', heldBack: [{ fullSlug: 'home' }] });
    const before = await currentRelease(site.releasesDir);
    site.space.write(story('home', 'one'));
    expect(await site.publish()).toMatchObject({ kind: 'unchanged', release: { release: before } });
    expect(await readHeldBack(site.releasesDir)).toEqual([]);
  });

  test('maintenance that begins or ends makes one, although no page is another', async () => {
    const before = await currentRelease(site.releasesDir);
    const closed = await site.run({ force: true }, { isMaintenance: () => true });
    expect(closed).toMatchObject({ kind: 'published', release: { maintenance: true } });
    await rollBack(site.releasesDir, new Date());
    expect(await currentRelease(site.releasesDir)).toBe(before);
    await resumePublishing(site.releasesDir);
  });
});

test('accounts that are not known any more, and are on no page, are built without once', async () => {
  const path = join(await liveDir(), 'release.json');
  await exchange(path, (text) => JSON.stringify({ ...JSON.parse(text), accountsKey: 'of before' }));
  site.builds = [];
  for (let poll = 0; poll < 3; poll += 1) expect(await site.run()).toMatchObject({ kind: 'unchanged' });
  expect(site.builds).toHaveLength(1);
});

describe('verify', () => {
  const compare = () => compareWithWholeBuild(site.env, AbortSignal.timeout(60_000), site.build);

  test('finds nothing in a release that is whole, whatever scripts of older ones it has', async () => {
    expect(await compare()).toEqual({ kind: 'compared', files: expect.any(Number), different: [] });
  });

  test.each([
    ['a page that is gone', (live: string) => rm(join(live, 'tarifas/index.html')), 'tarifas/index.html'],
    ['a page that is another', (live: string) => exchange(join(live, 'index.html'), () => 'x'), 'index.html'],
    ['a page that does not belong there', (live: string) => writeFile(join(live, 'stray.html'), 'x'), 'stray.html'],
  ])('sees %s in the live release', async (_, damage, file) => {
    await damage(await liveDir());
    expect(await compare()).toMatchObject({ kind: 'compared', different: [file] });
  });

  test('does not take other accounts of the lender for damage', async () => {
    await writeFile(join(site.mirrorDir, 'transfer-accounts.json'), '[]');
    const reason = 'The live release was made of other accounts: publish first, then compare.';
    expect(await compare()).toEqual({ kind: 'refused', reason });
  });

  test.each(['', '{"closed"', 'null', '{"other":1}'])('names figures that cannot be read (%s)', async (text) => {
    await writeFile(join(site.mirrorDir, 'product-settings-1.json'), text);
    const reason = expect.stringMatching(/product-settings-1\.json cannot be read .*: publish first/);
    expect(await compare()).toEqual({ kind: 'refused', reason });
  });

  test('compares a release that was rolled back to with its own content', async () => {
    await rollBack(site.releasesDir, new Date());
    expect(await compare()).toMatchObject({ kind: 'compared', different: [] });
    await site.run();
    await rm(join(await liveDir(), 'en/tarifas/index.html'));
    expect(await compare()).toMatchObject({ kind: 'compared', different: ['en/tarifas/index.html'] });
  });

  test('refuses to compare with other code', async () => {
    await writeFile(join(site.env.repoDir, 'src/page.txt'), 'other code');
    expect(await compare()).toEqual({ kind: 'refused', reason: expect.stringContaining('other code') });
    expect(await readdir(site.env.dataDir)).not.toContain('whole');
  });
});
