import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PublishEnvironment } from '#server/publishing/publisher/publish-environment.ts';
import type { PublishResult } from '#server/publishing/publisher/publisher.ts';
import { currentRelease, releaseNames } from '#server/publishing/publisher/release.ts';
import { resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import { openMirror, TRANSFER_ACCOUNTS_FILE } from '#storyblok/mirror.ts';
import { type ContentSpace, SMALL_SETS } from '#tests/support/publishing/content-space.ts';
import { openStorySite, put, type StorySite, story } from '#tests/support/publishing/story-site.ts';

let site: StorySite;
let space: ContentSpace;
let env: PublishEnvironment;
let releasesDir: string;

beforeEach(async () => {
  site = await openStorySite();
  ({ space, env, releasesDir } = site);
  publish = (force = false) => site.publish({ force });
});
afterEach(() => site.close());

let publish: (force?: boolean) => Promise<PublishResult>;
const live = (file: string): Promise<string> => site.live(file);

test('a changed text of a datasource alone makes a run, and every page that Astro could show it on is rendered again', async () => {
  await publish();
  const mirrorDir = join(env.dataDir, 'mirror');
  const keys = () => ['home', 'tarifas', undefined].map((slug) => openMirror(mirrorDir).pageKey(slug));
  const [before, release] = [keys(), await currentRelease(releasesDir)];
  const [first, ...rest] = SMALL_SETS;
  if (!first) throw new Error('there are no sets of texts');
  const entries = first.entries.map((entry) => ({ ...entry, value: `${entry.value}, señora` }));
  space.writeDatasources([{ ...first, entries }, ...rest]);
  site.builds = [];
  expect(await publish()).toMatchObject({ kind: 'published', changed: [] });
  expect(site.builds).toEqual(['changed']);
  expect(await currentRelease(releasesDir)).not.toBe(release);
  for (const [page, key] of keys().entries()) expect(key, String(page)).not.toBe(before[page]);
  expect(await readFile(join(env.dataDir, `locales/es/${first.slug}.json`), 'utf8')).toContain('Sí, señora');
});

test('other accounts of the lender make a run, and a key of every page, without a webhook', async () => {
  await publish();
  const accounts = join(env.dataDir, 'mirror', TRANSFER_ACCOUNTS_FILE);
  await put(accounts, '[]');
  const key = () => openMirror(join(env.dataDir, 'mirror')).pageKey('tarifas');
  const before = key();
  expect(await publish()).toMatchObject({ kind: 'published' });
  expect(await publish()).toMatchObject({ kind: 'unchanged' });
  await put(accounts, JSON.stringify([{ bank: 'BCP', account: '1', cci: '00219100001234567852' }]));
  expect(await publish()).toMatchObject({ kind: 'published' });
  expect(key()).not.toBe(before);
});

test('a mistake that is all there is makes no release, and is not built again every minute', async () => {
  await publish();
  const before = await currentRelease(releasesDir);
  space.write(story('home', ''));
  site.builds = [];
  expect(await publish()).toMatchObject({
    kind: 'failed',
    step: 'check',
    reason: 'story "home", field "title": is required',
  });
  expect(await publish()).toMatchObject({ kind: 'failed', step: 'check' });
  expect(site.builds).toHaveLength(1);
  expect(await currentRelease(releasesDir)).toBe(before);
});

test('of two publishers at once one builds, and the other says so', async () => {
  const results = await Promise.all([publish(), publish()]);
  expect(results.map(({ kind }) => kind).sort()).toEqual(['elsewhere', 'published']);
});

describe('after a rollback', () => {
  test('in the middle of a publish it is paused: nothing has failed', async () => {
    await publish();
    space.write(story('home', 'two'));
    await publish();
    space.write(story('home', 'three'));
    site.meanwhile = async () => expect(await rollBack(releasesDir, new Date())).toMatchObject({ kind: 'rolled-back' });
    const shown = await publish();
    expect(shown).toMatchObject({ kind: 'paused', release: { release: await currentRelease(releasesDir) } });
    expect(await live('index.html')).toContain('one');
    expect(await resumePublishing(releasesDir)).toBe(true);
    expect(await publish()).toMatchObject({ kind: 'published' });
    expect(await live('index.html')).toContain('three');
  });

  test('what is published goes live again when publishing goes on, also while a mistake is held back', async () => {
    expect(await publish()).toMatchObject({ kind: 'published' });
    space.write(story('tarifas', 'dear'));
    expect(await publish()).toMatchObject({ kind: 'published' });
    space.write(story('home', ''));
    expect(await publish()).toMatchObject({ kind: 'failed', heldBack: [{ fullSlug: 'home' }] });
    expect(await rollBack(releasesDir, new Date())).toMatchObject({ kind: 'rolled-back' });
    expect(await publish()).toMatchObject({ kind: 'paused' });
    expect(await live('tarifas/index.html')).toContain('cheap');

    await resumePublishing(releasesDir);
    expect(await publish()).toMatchObject({ kind: 'published', heldBack: [{ fullSlug: 'home' }] });
    expect(await live('tarifas/index.html')).toContain('dear');
    const release = await currentRelease(releasesDir);
    expect(await publish()).toMatchObject({ kind: 'unchanged', release: { release } });
  });

  test('a story that is held back keeps the version that visitors see, not one that was rolled back', async () => {
    await publish();
    for (const title of ['dear', 'dearer']) {
      space.write(story('tarifas', title));
      await publish();
    }
    expect(await rollBack(releasesDir, new Date(), '1')).toMatchObject({ kind: 'rolled-back' });
    space.write(story('tarifas', ''));
    space.write(story('home', 'two'));
    expect(await publish()).toMatchObject({ kind: 'paused' });
    await resumePublishing(releasesDir);
    expect(await publish()).toMatchObject({ kind: 'published', heldBack: [{ fullSlug: 'tarifas' }] });
    expect(await live('index.html')).toContain('two');
    expect(await live('tarifas/index.html')).toContain('cheap');
  });

  test('what releases were made of is kept as long as they are', async () => {
    for (let edit = 1; edit <= 8; edit += 1) {
      space.write(story('tarifas', `S/ ${edit}`));
      await publish();
    }
    const kept = (await readdir(join(env.dataDir, 'mirror/releases'))).map((name) => name.replace('.json', ''));
    expect(kept.sort()).toEqual(await releaseNames(releasesDir));
    expect(kept).toHaveLength(5);
    // Both languages are in one file.
    const stories = await readdir(join(env.dataDir, 'mirror/stories'));
    expect(stories.length).toBeLessThanOrEqual(3 + 6);
  });

  test('a page that was renamed twice is found at every address it had, whichever of them was rolled back', async () => {
    await publish();
    const { uuid } = openMirror(join(env.dataDir, 'mirror')).readStory('tarifas', 'es');
    space.write({ ...story('precios', 'cheap'), uuid });
    await publish();
    await rollBack(releasesDir, new Date());
    await publish();
    await resumePublishing(releasesDir);
    space.write({ ...story('costos', 'cheap'), uuid });
    const moved = [
      { from: '/precios/', to: '/costos/' },
      { from: '/tarifas/', to: '/costos/' },
    ];
    const { movedPages } = (await publish()) as Extract<PublishResult, { kind: 'published' }>;
    const inSpanish = movedPages.filter(({ to }) => to === '/costos/').map(({ from, to }) => ({ from, to }));
    expect(inSpanish.sort((one, other) => (one.from < other.from ? -1 : 1))).toEqual(moved);
  });
});

describe('what Astro may take from its cache', () => {
  test('is what the last build made of the same code, and nothing after a build that failed', async () => {
    await publish();
    space.write(story('tarifas', 'dear'));
    await publish();
    expect(site.builds).toEqual(['whole', 'changed']);
    await publish(true);
    expect(site.builds.pop()).toBe('whole');
    space.write(story('tarifas', 'dearer'));
    site.fails = { reason: 'the disk is full' };
    expect(await publish()).toMatchObject({ kind: 'failed', step: 'build', reason: 'the disk is full' });
    expect(site.builds.pop()).toBe('changed');
    await publish();
    expect(site.builds.pop()).toBe('whole');
    await put(join(env.repoDir, 'src/page.txt'), 'other code');
    await publish();
    expect(site.builds.pop()).toBe('whole');
  });

  test('a story whose page cannot be rendered is held back, and the build runs once more', async () => {
    await publish();
    site.builds = [];
    space.write(story('tarifas', 'S/ {nothing}'));
    space.write(story('home', 'two'));
    const storyFault = { story: 'tarifas', fault: { code: 'no_such_figure', values: { name: '{nothing}' } } } as const;
    // The words of the reason name another story: they are not read.
    site.fails = { reason: 'story "home": is required', storyFault };
    expect(await publish()).toMatchObject({
      kind: 'published',
      heldBack: [{ fullSlug: 'tarifas', faults: [storyFault] }],
    });
    expect(site.builds).toEqual(['changed', 'whole']);
    expect(await live('index.html')).toContain('two');
    expect(await live('tarifas/index.html')).toContain('cheap');
  });
});

describe('a dead link in an answer', () => {
  const dead = { story: 'tarifas', page: 'tarifas/costos/index.html', leadsTo: '/no-existe/' };

  test('keeps its story as it was, and says so', async () => {
    space.write(story('tarifas', 'cheap', 'Nothing.'));
    await publish();
    space.write(story('tarifas', 'cheap', '<a href="/no-existe/">Costs</a>'));
    space.write(story('home', 'two'));
    // Both languages have it: it is told once.
    const heldBack = [{ fullSlug: 'tarifas', faults: [dead] }];
    expect(await publish()).toMatchObject({ kind: 'published', heldBack });
    expect(await live('tarifas/costos/index.html')).toContain('Nothing.');
    expect(await live('index.html')).toContain('two');
  });

  test('of the first release is told, and holds up no later edit of other stories', async () => {
    space.write(story('tarifas', 'cheap', '<a href="/no-existe/">Costs</a>'));
    const told = (await publish()) as Extract<PublishResult, { kind: 'published' }>;
    expect(told.heldBack).toMatchObject([{ fullSlug: 'tarifas' }]);
    space.write(story('home', 'two'));
    expect(await publish()).toMatchObject({ kind: 'published', heldBack: [] });
  });
});

describe('a story that a build or the gate blamed', () => {
  const broken = (to = '/no-existe/') => story('tarifas', 'cheap', `<a href="${to}">Costs</a>`);
  const dead = { story: 'tarifas', leadsTo: '/no-existe/' };
  const held = { kind: 'published', heldBack: [{ fullSlug: 'tarifas', faults: [dead] }] };

  beforeEach(async () => {
    await publish();
    space.write(broken());
    space.write(story('home', 'two'));
    expect(await publish()).toMatchObject(held);
    expect(site.builds).toHaveLength(3);
    site.builds = [];
  });

  test('costs later publishes of others no second build, also after a restart, and is still told', async () => {
    space.write(story('home', 'three'));
    expect(await publish()).toMatchObject(held);
    expect(site.builds).toEqual(['changed']);
    // As a process does that has just started.
    publish = async () => {
      await space.service.publish();
      return site.run({}, {});
    };
    space.write(story('home', 'four'));
    expect(await publish()).toMatchObject(held);
    expect(site.builds).toEqual(['changed', 'changed']);
    expect(await live('index.html')).toContain('four');
    expect(await live('tarifas/index.html')).not.toContain('no-existe');
  });

  test('goes live as soon as its link leads somewhere, or it is mended itself', async () => {
    space.write(story('no-existe', 'here'));
    expect(await publish()).toMatchObject({ kind: 'published', heldBack: [] });
    expect(await live('tarifas/costos/index.html')).toContain('no-existe');
    space.write(broken('/nada/'));
    space.write(story('home', 'three'));
    expect(await publish()).toMatchObject({ heldBack: [{ fullSlug: 'tarifas' }] });
    space.write(story('tarifas', 'dear'));
    expect(await publish()).toMatchObject({ kind: 'published', heldBack: [] });
    expect(await live('tarifas/index.html')).toContain('dear');
  });

  test('is tried again with other code, when everything is forced, and when what is remembered cannot be read', async () => {
    await put(join(env.repoDir, 'src/page.txt'), 'other code');
    space.write(story('home', 'three'));
    expect(await publish()).toMatchObject(held);
    expect(site.builds).toHaveLength(2);
    space.write(story('home', 'four'));
    expect(await publish(true)).toMatchObject(held);
    expect(site.builds).toHaveLength(4);
    for (const damaged of ['', '{"uuid', '[{"uuid":1}]', 'null']) {
      await put(join(env.dataDir, 'mirror/blamed.json'), damaged);
      space.write(story('home', `after ${damaged}`));
      site.builds = [];
      expect(await publish(), damaged).toMatchObject(held);
      expect(site.builds, damaged).toHaveLength(2);
    }
  });
});

test('a page that cannot be rendered is tried again when the settings or the figures are others', async () => {
  await publish();
  const storyFault = { story: 'tarifas', fault: { code: 'required' } } as const;
  space.write(story('tarifas', 'dear'));
  space.write(story('home', 'two'));
  site.fails = { reason: '', storyFault };
  expect(await publish()).toMatchObject({ heldBack: [{ fullSlug: 'tarifas' }] });
  space.write(story('home', 'three'));
  expect(await publish()).toMatchObject({ heldBack: [{ fullSlug: 'tarifas', faults: [storyFault] }] });
  space.write(story('settings/global', 'others'));
  expect(await publish()).toMatchObject({ heldBack: [] });
  expect(await live('tarifas/index.html')).toContain('dear');
});

test('a page that was taken off and is still linked to costs no second build either, and goes when nothing leads to it', async () => {
  space.write(story('ayuda', 'one', '<a href="/tarifas/">Costs</a>'));
  await publish();
  space.remove('tarifas');
  space.write(story('404', 'other'));
  const kept = {
    kind: 'published',
    heldBack: [{ fullSlug: 'tarifas', faults: [{ fault: { code: 'taken_off', values: { by: '"ayuda"' } } }] }],
  };
  expect(await publish()).toMatchObject(kept);
  site.builds = [];
  space.write(story('404', 'yet another'));
  expect(await publish()).toMatchObject(kept);
  expect(site.builds).toEqual(['changed']);
  space.write(story('ayuda', 'one', 'Nothing.'));
  expect(await publish()).toMatchObject({ kind: 'published', heldBack: [] });
  await expect(live('tarifas/index.html')).rejects.toThrow('ENOENT');
});
