import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { currentRelease } from '#server/publishing/publisher/release.ts';
import { compareWithWholeBuild } from '#server/publishing/publisher/verify-release.ts';
import { INDEX_FILE, tryReadIndex } from '#storyblok/mirror.ts';
import { expectWhole, scratchDir } from '#tests/support/browser/site.ts';
import { publishElsewhere } from '#tests/support/publishing/publish-elsewhere.ts';
import { openSitePublisher, PROGRAM_FILES, type SitePublisher } from '#tests/support/publishing/site-publisher.ts';

/** Each fault, and after it two things: visitors had a whole release all the time, and the next publish works. */
const TIMEOUT_MS = 1_200_000;
vi.setConfig({ testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS });
const repoDir = resolve(import.meta.dirname, '../../../..');
let site: SitePublisher;

beforeAll(async () => {
  site = await openSitePublisher();
  expect((await site.publish()).kind).toBe('published');
});
afterAll(() => site.close());

/** A new text on the home page, published in the content service. */
async function edit(): Promise<string> {
  const next = await site.say();
  await site.content.publish();
  return next;
}

/** Expects the folder that visitors are served from to be whole, as it must be at any time. */
async function expectWholeRelease(): Promise<void> {
  const live = join(site.releasesDir, (await currentRelease(site.releasesDir)) as string);
  expect(await expectWhole(live)).toBeGreaterThan(80);
  expect(await readFile(join(live, 'index.html'), 'utf8')).toMatch(/<\/html>\s*$/);
}

async function expectNextPublishWorks(): Promise<void> {
  const text = await edit();
  expect((await site.publish()).kind).toBe('published');
  expect(await site.live('index.html')).toContain(text);
}

test('killed at any moment, from the first request to the last rename', async () => {
  await edit();
  const whole = publishElsewhere(site.env);
  const steps = (await whole.output).trim().split('\n').slice(0, -1);
  expect(await whole.output).toContain('"kind":"published"');
  expect(steps.length).toBeGreaterThan(2);

  const reached = new Set<string>();
  // A build takes seconds, and the first after a kill is whole.
  for (const delayMs of [0, 150]) {
    for (const step of steps.keys()) {
      await edit();
      const { kill, ended, output } = publishElsewhere(site.env);
      await ended(step + 1);
      await new Promise((wait) => setTimeout(wait, delayMs));
      kill();
      reached.add((await output).trim().split('\n').at(-1)?.slice(0, 8) ?? '');
      await expectWholeRelease();
    }
  }
  // Else the kills were all in one place.
  expect(reached.size).toBeGreaterThan(2);
  await expectNextPublishWorks();
});

test('killed once visitors see it, while old releases are removed', async () => {
  const before = await currentRelease(site.releasesDir);
  const text = await edit();
  // Removing what an earlier kill left behind takes a while.
  const leftOver = join(site.releasesDir, '.unfinished-000000-0-x');
  await mkdir(leftOver);
  for (let file = 0; file < 5_000; file += 1) writeFileSync(join(leftOver, `${file}`), '');
  // So did a file that was never finished.
  const abandoned = join(site.env.dataDir, `mirror/stories/x.json.${crypto.randomUUID()}.tmp`);
  writeFileSync(abandoned, 'x');
  utimesSync(abandoned, 1, 1);
  const { kill, output } = publishElsewhere(site.env);
  while ((await currentRelease(site.releasesDir)) === before) await new Promise(setImmediate);
  kill();
  await output;
  await expectWholeRelease();
  expect(existsSync(abandoned)).toBe(false);
  expect(await site.publish()).toMatchObject({ kind: 'unchanged' });

  // What is held back afterwards is held back to what visitors saw, and to nothing older.
  const undo = await site.edit('home', (story) =>
    story.replace(/"component": ?"faq-question"/, '"component": "faq-x"'),
  );
  const undoOther = await site.edit('quienes-somos', (story) =>
    story.replace(/"seo_title": ?"[^"]*"/, '"seo_title": "Otro título"'),
  );
  expect(await site.publish()).toMatchObject({ kind: 'published', heldBack: [{ fullSlug: 'home' }] });
  expect(await site.live('index.html')).toContain(text);
  await undo();
  await undoOther();
  await expectNextPublishWorks();
});

test('a publisher that loses its lock stops at once, and what it rendered is not shown', async () => {
  const before = await currentRelease(site.releasesDir);
  await edit();
  const lost = new AbortController();
  const held = { isHeld: () => Promise.resolve(false), lost: lost.signal, release: () => Promise.resolve() };
  const result = await site.publish({
    anew: { takeBuildLock: () => Promise.resolve(held) },
    force: true,
    onProgress: ({ step }) => {
      // What comes next is the whole build, which takes many seconds.
      if (step === 'check') setTimeout(() => lost.abort(new Error('the build lock was lost')), 300);
    },
  });
  expect(result).toMatchObject({ kind: 'failed', step: 'build', reason: expect.stringContaining('lock was lost') });
  expect(site.progress.map(({ step }) => step)).toEqual(['sync', 'check']);
  expect(await currentRelease(site.releasesDir)).toBe(before);
  await expectNextPublishWorks();
});

test('with a live release that a power cut has damaged', async () => {
  const damaged = (await currentRelease(site.releasesDir)) as string;
  for (const file of ['release.json', 'index.html']) await writeFile(join(site.releasesDir, damaged, file), '');
  // Nothing was published, and yet there is something to do.
  expect(await site.publish()).toMatchObject({ kind: 'published' });
  expect(await currentRelease(site.releasesDir)).not.toBe(damaged);
  await expectWholeRelease();
  await expectNextPublishWorks();
});

test('with a story in the mirror that cannot be read: it is named, and fetched again by the next poll', async () => {
  const mirrorDir = join(site.env.dataDir, 'mirror');
  const file = tryReadIndex(join(mirrorDir, INDEX_FILE))?.stories.find((story) => story.fullSlug === 'cookies')?.file;
  const before = await readFile(join(mirrorDir, file ?? ''), 'utf8');
  await writeFile(join(mirrorDir, file ?? ''), '{');
  const said: string[] = [];
  const log = (sentence: string): void => void said.push(sentence);
  expect(await site.publish({ anew: { log } })).toMatchObject({ kind: 'unchanged' });
  expect(said.join()).toContain(file);
  expect(await readFile(join(mirrorDir, file ?? ''), 'utf8')).toBe(before);
  await expectWholeRelease();
  await expectNextPublishWorks();
});

test('with no room for what it writes', async () => {
  await edit();
  // No file may grow beyond 8 KB: every page and every list fails with the error of a write.
  const output = await publishElsewhere(site.env, "trap '' XFSZ; ulimit -f 8;").output;
  expect(output).not.toContain('"kind":"published"');
  await expectWholeRelease();
  await expectNextPublishWorks();
});

test('with a content service that is away, hangs, or lies', async () => {
  const before = await currentRelease(site.releasesDir);
  await edit();
  const away = { contentApiUrl: 'http://127.0.0.1:1/v2' };
  await site.publish({ anew: away, signal: AbortSignal.timeout(1_000) }).then(
    (result) => expect(result).toMatchObject({ kind: 'failed', step: 'sync' }),
    () => undefined,
  );
  expect(await currentRelease(site.releasesDir)).toBe(before);
  site.faults.push({ kind: 'truncated' }, { kind: 'server-error' }, { kind: 'rate-limit' });
  await expectNextPublishWorks();
});

test('with an island that cannot be built', async () => {
  const before = await currentRelease(site.releasesDir);
  const broken = await scratchDir();
  for (const part of ['src', 'public', '.config', ...PROGRAM_FILES])
    await cp(join(repoDir, part), join(broken, part), { recursive: true });
  await symlink(join(repoDir, 'node_modules'), join(broken, 'node_modules'));
  await writeFile(join(broken, 'src/calculator/calculator.island.tsx'), 'export function Calculator( {');
  expect(await site.publish({ anew: { repoDir: broken } })).toMatchObject({ kind: 'failed', step: 'build' });
  expect(await currentRelease(site.releasesDir)).toBe(before);
  await expectWholeRelease();
  await expectNextPublishWorks();
});

test('the comparison with a whole build sees a page that does not belong there', async () => {
  const strays = [
    join(site.env.dataDir, 'dist/en/faq-that-is-not.html'),
    join(site.releasesDir, 'current/en/faq-that-is-not-either.html'),
  ];
  for (const stray of strays) await writeFile(stray, 'x');
  expect(await compareWithWholeBuild(site.env, AbortSignal.timeout(TIMEOUT_MS))).toMatchObject({
    different: ['en/faq-that-is-not-either.html', 'en/faq-that-is-not.html'],
  });
  for (const stray of strays) await rm(stray);
});
