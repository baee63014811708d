import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPublisher, type PublishRun } from '#server/publishing/publisher/publisher.ts';
import { currentRelease, readCurrent, releaseNames } from '#server/publishing/publisher/release.ts';
import type { PublishedIndex } from '#server/publishing/sync/sync.ts';
import { INDEX_FILE } from '#storyblok/mirror.ts';
import { SMALL_SETS } from '#tests/support/publishing/content-space.ts';
import { openProxiedSpace, type ProxiedSpace } from '#tests/support/publishing/proxied-space.ts';
import { openStorySite, type StorySite, story } from '#tests/support/publishing/story-site.ts';

/** A content service tells a new version, and its caches still answer with the content before it. */
let site: StorySite;
let cache: ProxiedSpace;
const LISTS = /\/(?:links|stories|datasource_entries)\?/;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  site = await openStorySite(async (apiUrl) => {
    cache = await openProxiedSpace(apiUrl);
    return cache;
  });
  expect(await run()).toMatchObject({ kind: 'published' });
  // The caches know every list, and the version is settled, before anything else happens.
  vi.advanceTimersByTime(60_000);
  site.space.write(story('home', 'one again'));
  await site.space.service.publish();
  expect(await run()).toMatchObject({ kind: 'published' });
  vi.advanceTimersByTime(60_000);
  await run();
});
afterEach(async () => {
  vi.useRealTimers();
  await cache.close();
  await site.close();
});

function run(options?: Partial<PublishRun>) {
  return site.run(options);
}

/** An editor publishes, and the caches are late. */
async function publishLate(title: string, late = LISTS): Promise<void> {
  site.space.write(story('home', title));
  cache.late = late;
  await site.space.service.publish();
}

describe.each([
  ['every list', LISTS],
  ['the list of links', /\/links\?/],
  ['stories', /\/stories\?/],
  ['English', /language=en/],
])('after a publish whose %s came late', (_, late) => {
  test.each([
    ['the next look after a webhook', { isAnnounced: true }],
    ['the poll that follows', {}],
    ['a forced publish', { force: true }],
  ])('%s brings it', async (_name, next) => {
    await publishLate('two', late);
    const first = await run({ isAnnounced: true });
    cache.late = undefined;
    vi.advanceTimersByTime(4_000);
    await run(next);
    expect(await site.live('index.html'), first.kind).toContain('two');
    expect(await site.live('en/index.html')).toContain('two');
  });
});

test('a run that finds a new version without other content publishes nothing, and makes no release', async () => {
  const before = await currentRelease(site.releasesDir);
  await publishLate('two');
  expect(await run({ isAnnounced: true })).toMatchObject({ kind: 'unchanged', release: { release: before } });
  expect(await releaseNames(site.releasesDir)).toHaveLength(2);
});

test('each further look asks the service under another number, because a cache keeps what it has answered once', async () => {
  await publishLate('two');
  cache.requests.length = 0;
  for (let look = 0; look < 3; look += 1) {
    await run({ isAnnounced: true });
    vi.advanceTimersByTime(3_000);
  }
  const asked = cache.requests.filter((path) => path.includes('/links?'));
  expect(new Set(asked).size).toBe(3);
});

test('a look asks everything under one number', async () => {
  await publishLate('two');
  await run();
  cache.requests.length = 0;
  vi.advanceTimersByTime(3_000);
  await run();
  const numbers = cache.requests.flatMap((path) => /cv=(\d+)/.exec(path)?.[1] ?? []);
  expect(numbers.length).toBeGreaterThan(5);
  expect(new Set(numbers).size).toBe(1);
});

test('the thirty seconds after a webhook go on after a run that changed nothing, and end with its content', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const kinds: string[] = [];
  const publisher = createPublisher({
    run: (order) => run(order),
    onResult: ({ kind }) => kinds.push(kind),
    nowMs: () => performance.now(),
  });
  await publishLate('two');
  publisher.hint('webhook');
  for (let look = 1; look <= 4; look += 1) {
    if (look === 3) cache.late = undefined;
    const known = kinds.length;
    vi.advanceTimersByTime(3_000);
    if (look <= 3) await vi.waitFor(() => expect(kinds.length).toBe(known + 1), { interval: 5, timeout: 20_000 });
  }
  await publisher.stop();
  expect(kinds).toEqual(['unchanged', 'unchanged', 'published']);
  expect(await site.live('index.html')).toContain('two');
});

test('a mirror whose index was deleted does not ask under the number that caches have answered', async () => {
  await publishLate('two');
  await run();
  cache.late = undefined;
  await rm(join(site.mirrorDir, INDEX_FILE));
  await run();
  expect(await site.live('index.html')).toContain('two');
});

test('texts that came late are found by the next look', async () => {
  const [first, ...rest] = SMALL_SETS;
  const entries = (first?.entries ?? []).map((entry) => ({ ...entry, value: 'Claro' }));
  site.space.writeDatasources([{ ...(first as (typeof SMALL_SETS)[number]), entries }, ...rest]);
  cache.late = LISTS;
  await site.space.service.publish();
  await run({ isAnnounced: true });
  cache.late = undefined;
  await run({ isAnnounced: true });
  expect(await site.live('index.html')).toContain('Claro');
});

test('a version is settled by a look after the caches had time, and costs one request from then on', async () => {
  await publishLate('two');
  cache.late = undefined;
  await run();
  for (const later of [3_000, 60_000]) {
    vi.advanceTimersByTime(later);
    cache.requests.length = 0;
    expect(await run()).toMatchObject({ kind: 'unchanged' });
    expect(cache.requests.length).toBeGreaterThan(5);
  }
  cache.requests.length = 0;
  vi.advanceTimersByTime(60_000);
  await run();
  expect(cache.requests).toEqual([expect.stringContaining('spaces/me')]);
});

test('a version without other content is live once it is settled, so that nobody is told that visitors are behind', async () => {
  const before = await readCurrent(site.releasesDir);
  site.space.write({ ...story('home', 'one again'), tag_list: ['a mark'] });
  await site.space.service.publish();
  await run();
  expect((await readCurrent(site.releasesDir))?.contentVersion).toBe(before?.contentVersion);
  vi.advanceTimersByTime(60_000);
  await run();
  const after = await readCurrent(site.releasesDir);
  expect(after).toEqual({ ...before, contentVersion: site.space.service.version() });
});

test('a cache that tells the version before does not bring its content back', async () => {
  const told = (version: number) => (answer: Parameters<ProxiedSpace['rewrite']>[0], path: string) =>
    path.includes('spaces/me')
      ? { ...answer, body: answer.body.replace(/"version":\d+/, `"version":${version}`) }
      : answer;
  const before = site.space.service.version();
  await publishLate('two');
  cache.late = undefined;
  await run();
  expect(await site.live('index.html')).toContain('two');
  cache.rewrite = told(before);
  cache.late = LISTS;
  vi.advanceTimersByTime(3_000);
  await run();
  expect(await site.live('index.html')).toContain('two');
});

test('once a night everything is fetched and compared, and what came late is told', async () => {
  const path = join(site.mirrorDir, INDEX_FILE);
  const index = JSON.parse(await readFile(path, 'utf8')) as PublishedIndex;
  await publishLate('two');
  await run();
  // The caches were late for longer than anybody looked.
  vi.advanceTimersByTime(60_000);
  await run();
  cache.late = undefined;
  vi.advanceTimersByTime(60_000);
  await run();
  expect(await site.live('index.html')).toContain('one');
  vi.advanceTimersByTime(86_400_000);
  await run();
  expect(await site.live('index.html')).toContain('two');
  expect(site.said).toContainEqual(expect.stringMatching(/came late: 1 changed \(home\)/));
  const after = JSON.parse(await readFile(path, 'utf8')) as PublishedIndex;
  expect(Date.parse(after.wholeAt ?? '')).toBeGreaterThan(Date.parse(index.wholeAt ?? ''));
});

describe('half an answer that says it is whole', () => {
  /** The links and stories without the home page. */
  const withoutHome: ProxiedSpace['rewrite'] = (answer, path) => {
    if (!/\/(?:links|stories)\?/.test(path)) return answer;
    const body = JSON.parse(answer.body);
    const isHome = ([, link]: [string, unknown]): boolean => (link as { slug: string }).slug === 'home';
    if (body.stories) body.stories = body.stories.filter(({ slug }: { slug: string }) => slug !== 'home');
    else body.links = Object.fromEntries(Object.entries(body.links).filter((entry) => !isHome(entry)));
    const left = Object.keys(body.stories ?? body.links).length;
    return { ...answer, body: JSON.stringify(body), total: String(left) };
  };

  test('fails at the gate, and the next poll fetches everything again', async () => {
    site.space.write(story('tarifas', 'dear'));
    await site.space.service.publish();
    cache.rewrite = withoutHome;
    expect(await run()).toMatchObject({
      kind: 'failed',
      step: 'gate',
      reason: expect.stringContaining('page /index.html: is missing'),
    });
    cache.rewrite = (answer) => answer;
    vi.advanceTimersByTime(60_000);
    expect(await run()).toMatchObject({ kind: 'published', heldBack: [] });
    expect(await site.live('tarifas/index.html')).toContain('dear');
    expect(await site.live('index.html')).toContain('one');
  });

  test('a mistake that is held back is fetched once more, and not every minute', async () => {
    site.space.write(story('home', ''));
    await site.space.service.publish();
    expect(await run()).toMatchObject({ kind: 'failed', step: 'check', heldBack: [{ fullSlug: 'home' }] });
    const fetches: number[] = [];
    for (let poll = 0; poll < 3; poll += 1) {
      vi.advanceTimersByTime(60_000);
      cache.requests.length = 0;
      expect(await run()).toMatchObject({ kind: 'failed', step: 'check' });
      fetches.push(cache.requests.length);
    }
    expect(fetches[0]).toBeGreaterThan(5);
    expect(fetches.slice(1)).toEqual([1, 1]);
  });
});
