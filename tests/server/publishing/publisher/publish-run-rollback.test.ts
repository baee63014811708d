import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeKey } from '#server/publishing/publisher/code-key.ts';
import type { PageRenderer } from '#server/publishing/publisher/page-renderer.ts';
import type { PublishEnvironment } from '#server/publishing/publisher/publish-environment.ts';
import { createPublishRun } from '#server/publishing/publisher/publish-run.ts';
import type { PublishResult } from '#server/publishing/publisher/publisher.ts';
import { currentRelease, releaseNames } from '#server/publishing/publisher/release.ts';
import { resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import { digestOf, factsOf, writeManifest } from '#server/publishing/publisher/site-manifest.ts';
import { INDEX_FILE, openMirror, PRODUCT_SETTINGS_FILE } from '#storyblok/mirror.ts';
import {
  type ContentSpace,
  openContentSpace,
  PUBLIC_TOKEN,
  SMALL_SETS,
} from '#tests/support/publishing/content-space.ts';
import { publishEnvironment } from '#tests/support/publishing/publish-environment.ts';

/** Stories as pages of one line, which no bundle has to be made for: what counts here is which of them go live. */
let space: ContentSpace;
let env: PublishEnvironment;
let releasesDir: string;
let publish: () => Promise<PublishResult>;

const story = (full_slug: string, title: string) => ({
  full_slug,
  content: { _uid: full_slug, component: full_slug === 'settings/global' ? 'global-settings' : 'page', title },
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
    // Nobody answers for the figures: the last known ones stay.
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
  const key = await codeKey(repoDir, env.buildVariables);
  await put(join(dataDir, 'renderer/renderer.json'), JSON.stringify({ key, dataDir, needsMore: false }));
  await put(join(dataDir, 'site.json'), '{}');
  releasesDir = join(dataDir, 'releases');
  const run = createPublishRun(env, rendererOf(dataDir, key));
  publish = async () => {
    await space.service.publish();
    const untold = { onVersion: () => undefined, onProgress: () => undefined };
    return run({ force: false, allowFewerPages: false, signal: new AbortController().signal, ...untold });
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

function rendererOf(dataDir: string, key: string): PageRenderer {
  const render = async (): Promise<number> => {
    const mirror = openMirror(join(dataDir, 'mirror'));
    const site = {
      codeKey: key,
      files: new Map<string, string>(),
      pages: new Map<string, ReturnType<typeof factsOf>>(),
    };
    for (const { fullSlug, slug } of mirror.listStories().filter(({ component }) => component === 'page')) {
      const files = fullSlug === '404' ? ['404.html'] : ['', 'en/'].map((at) => join(at, slug, 'index.html'));
      const policy = `<meta http-equiv="content-security-policy" content="default-src 'self'">`;
      const page = `<!doctype html>${policy}<title>${titleOf(mirror, fullSlug)}</title>`;
      for (const file of files) {
        await put(join(dataDir, 'dist', file), page);
        site.files.set(file, digestOf(page));
        site.pages.set(file, factsOf(page, mirror.pageKey(fullSlug)));
      }
    }
    await writeManifest(join(dataDir, 'site.json'), site);
    return site.pages.size;
  };
  return {
    warm: async () => undefined,
    run: async () => ({ kind: 'rendered', rendered: await render(), removed: 0, failures: [] }),
    stop: () => undefined,
  };
}

const live = (file: string): Promise<string> => readFile(join(releasesDir, 'current', file), 'utf8');

describe('after a rollback', () => {
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
