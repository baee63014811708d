import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AstroBuild, AstroOrder } from '#server/publishing/publisher/astro-build.ts';
import type { PublishEnvironment } from '#server/publishing/publisher/publish-environment.ts';
import { createPublishRun } from '#server/publishing/publisher/publish-run.ts';
import type { PublishResult } from '#server/publishing/publisher/publisher.ts';
import { currentRelease, releaseNames } from '#server/publishing/publisher/release.ts';
import { resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import { INDEX_FILE, openMirror, PRODUCT_SETTINGS_FILE } from '#storyblok/mirror.ts';
import {
  type ContentSpace,
  openContentSpace,
  PUBLIC_TOKEN,
  SMALL_SETS,
} from '#tests/support/publishing/content-space.ts';
import { publishEnvironment, RUN } from '#tests/support/publishing/publish-environment.ts';

/** Stories as pages of one line, written without Astro: what counts here is which of them go live. */
let space: ContentSpace;
let env: PublishEnvironment;
let releasesDir: string;
let publish: (force?: boolean) => Promise<PublishResult>;
/** Which pages each build was to render: all, or those that have changed. */
let builds: ('whole' | 'changed')[];
/** Why the next build fails. */
let fails: string | undefined;
/** What happens during the next build. */
let meanwhile: (() => Promise<void>) | undefined;

const story = (full_slug: string, title: string, answer?: string) => ({
  full_slug,
  content: { _uid: full_slug, component: full_slug === 'settings/global' ? 'global-settings' : 'page', title, answer },
});

beforeEach(async () => {
  space = await openContentSpace(
    [story('home', 'one'), story('404', 'none'), story('settings/global', 'all'), story('tarifas', 'cheap')],
    SMALL_SETS,
  );
  const dataDir = join(space.dir, 'data');
  const repoDir = join(space.dir, 'program');
  const mirrorDir = join(dataDir, 'mirror');
  await put(join(repoDir, 'src/page.txt'), 'the code');
  await put(join(mirrorDir, PRODUCT_SETTINGS_FILE), '{"closed":{"parameterVersion":1,"businessDate":"2026-11-26"}}');
  env = {
    // The lending role does not answer: the last known figures stay.
    ...publishEnvironment({ dataDir, contentApiUrl: space.apiUrl, lendingUrl: 'http://127.0.0.1:9' }),
    repoDir,
    contentToken: PUBLIC_TOKEN,
    isMaintenance: () => false,
    checkContent: async () => {
      const published = openMirror(mirrorDir, INDEX_FILE);
      const broken = published.listStories().filter(({ fullSlug }) => titleOf(published, fullSlug) === '');
      return {
        missing: [],
        broken: broken.map(({ uuid, fullSlug }) => ({ uuid, fullSlug, sentences: [`"${fullSlug}" has no title`] })),
      };
    },
  };
  releasesDir = join(dataDir, 'releases');
  builds = [];
  fails = undefined;
  meanwhile = undefined;
  const run = createPublishRun(env, writePages);
  publish = async (force = false) => {
    await space.service.publish();
    return run({ ...RUN, force });
  };
});
afterEach(() => space.close());

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function titleOf(mirror: ReturnType<typeof openMirror>, fullSlug: string): unknown {
  return mirror.readStory(fullSlug, 'es').content['title'];
}

/** A page for each story and, below it, one for its answer. */
async function writePages({ dataDir, isWhole }: AstroOrder): Promise<AstroBuild> {
  builds.push(isWhole ? 'whole' : 'changed');
  const [reason, more] = [fails, meanwhile];
  fails = undefined;
  meanwhile = undefined;
  await more?.();
  if (reason) return { kind: 'failed', reason };
  const mirror = openMirror(join(dataDir, 'mirror'));
  await rm(join(dataDir, 'dist'), { recursive: true, force: true });
  for (const { fullSlug, slug } of mirror.listStories().filter(({ component }) => component === 'page')) {
    const files = fullSlug === '404' ? ['404.html'] : ['', 'en/'].map((at) => join(at, slug, 'index.html'));
    const { title, answer } = mirror.readStory(fullSlug, 'es').content;
    const policy = `<meta http-equiv="content-security-policy" content="default-src 'self'">`;
    const page = `<!doctype html>${policy}<title>${title}</title>`;
    for (const file of files) {
      await put(join(dataDir, 'dist', file), page);
      if (answer) await put(join(dataDir, 'dist', dirname(file), 'costos/index.html'), page + answer);
    }
  }
  return { kind: 'built' };
}

const live = (file: string): Promise<string> => readFile(join(releasesDir, 'current', file), 'utf8');

test('a mistake that is all there is makes no release, and is not built again every minute', async () => {
  await publish();
  const before = await currentRelease(releasesDir);
  space.write(story('home', ''));
  builds = [];
  expect(await publish()).toMatchObject({ kind: 'failed', step: 'check', reason: '"home" has no title' });
  expect(await publish()).toMatchObject({ kind: 'failed', step: 'check' });
  expect(builds).toHaveLength(1);
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
    meanwhile = async () => expect(await rollBack(releasesDir, new Date())).toMatchObject({ kind: 'rolled-back' });
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
    expect(builds).toEqual(['whole', 'changed']);
    await publish(true);
    expect(builds.pop()).toBe('whole');
    space.write(story('tarifas', 'dearer'));
    fails = 'the disk is full';
    expect(await publish()).toMatchObject({ kind: 'failed', step: 'build', reason: 'the disk is full' });
    expect(builds.pop()).toBe('changed');
    await publish();
    expect(builds.pop()).toBe('whole');
    await put(join(env.repoDir, 'src/page.txt'), 'other code');
    await publish();
    expect(builds.pop()).toBe('whole');
  });

  test('a story whose page cannot be rendered is held back by its sentence, and the build runs once more', async () => {
    await publish();
    builds = [];
    space.write(story('tarifas', 'S/ {nothing}'));
    space.write(story('home', 'two'));
    const sentence = 'story "tarifas": the text names {nothing}, which is no figure';
    fails = sentence;
    expect(await publish()).toMatchObject({
      kind: 'published',
      heldBack: [{ fullSlug: 'tarifas', sentences: [sentence] }],
    });
    expect(builds).toEqual(['changed', 'whole']);
    expect(await live('index.html')).toContain('two');
    expect(await live('tarifas/index.html')).toContain('cheap');
  });
});

describe('a dead link in an answer', () => {
  const dead = 'page /tarifas/costos/index.html leads to /no-existe/, which does not exist';

  test('keeps its story as it was, and says so', async () => {
    space.write(story('tarifas', 'cheap', 'Nothing.'));
    await publish();
    space.write(story('tarifas', 'cheap', '<a href="/no-existe/">Costs</a>'));
    space.write(story('home', 'two'));
    const heldBack = [{ fullSlug: 'tarifas', sentences: expect.arrayContaining([expect.stringContaining(dead)]) }];
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
