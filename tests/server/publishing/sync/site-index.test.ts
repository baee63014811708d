import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  byUuid,
  type Choice,
  chooseStories,
  settleLiveIndex,
  stageLiveIndex,
} from '#server/publishing/sync/site-index.ts';
import { LIVE_INDEX_FILE, MIRROR_FORMAT, type MirrorIndex, tryReadIndex } from '#storyblok/mirror.ts';

function index(stories: Readonly<Record<string, string>>, source = 'a space'): MirrorIndex {
  return {
    format: MIRROR_FORMAT,
    source,
    contentVersion: 7,
    texts: { digest: 't', file: 'texts/t.json' },
    stories: Object.entries(stories).map(([place, digest]) => {
      const [uuid = '', fullSlug = ''] = place.split(' at ');
      const file = `stories/${uuid}-${digest}.json`;
      return { uuid, name: uuid, fullSlug, slug: fullSlug, component: 'page', publishedAt: null, digest, file };
    }),
  };
}

function holding(...uuids: readonly string[]): Choice {
  return { heldBack: new Set(uuids), kept: new Set() };
}

const shown = (of: MirrorIndex): string[] => of.stories.map(({ fullSlug, digest }) => `${fullSlug} ${digest}`);

test('without a mistake everything that is published is shown', () => {
  const published = index({ 'a at home': '2' });
  expect(chooseStories(published, index({ 'a at home': '1' }), holding())).toBe(published);
});

test('a story that is held back is shown as it was, the others as they are', () => {
  const live = index({ 'a at home': '1', 'b at faq': '1' });
  expect(shown(chooseStories(index({ 'a at home': '2', 'b at faq': '2' }), live, holding('b')))).toEqual([
    'home 2',
    'faq 1',
  ]);
});

test('a story that moved and broke is shown as it was, at its new address', () => {
  const live = index({ 'b at faq': '1' });
  expect(shown(chooseStories(index({ 'b at ayuda': '2' }), live, holding('b')))).toEqual(['ayuda 1']);
});

describe('a story with an address that it cannot have', () => {
  const live = index({ 'a at faq': '1', 'b at ayuda': '1' });

  test('is shown as it was, where it was', () => {
    const published = index({ 'a at index.html': '2', 'b at ayuda': '2' });
    expect(shown(chooseStories(published, live, holding('a')))).toEqual(['faq 1', 'ayuda 2']);
  });

  test('of another story too', () => {
    const published = index({ 'a at ayuda': '2', 'b at ayuda': '2' });
    expect(shown(chooseStories(published, live, holding('a')))).toEqual(['faq 1', 'ayuda 2']);
  });

  test('is not shown when another story is where it was by now, or when it was nowhere', () => {
    const published = index({ 'a at ..': '2', 'b at faq': '2', 'n at api': '1' });
    expect(shown(chooseStories(published, live, holding('a', 'n')))).toEqual(['faq 2']);
  });
});

test('a story that was never good is not shown', () => {
  expect(
    shown(chooseStories(index({ 'a at home': '1', 'n at nuevo': '1' }), index({ 'a at home': '1' }), holding('n'))),
  ).toEqual(['home 1']);
  expect(shown(chooseStories(index({ 'a at home': '1' }), undefined, holding('a')))).toEqual([]);
});

test('versions of another space do not stand in', () => {
  expect(
    shown(chooseStories(index({ 'a at home': '2' }), index({ 'a at home': '1' }, 'another'), holding('a'))),
  ).toEqual([]);
});

describe('a story that was taken off', () => {
  const live = index({ 'a at home': '1', 'b at faq': '1', 'c at contacto': '1' });
  const published = index({ 'a at home': '2' });

  test('is gone, unless pages still lead to it', () => {
    expect(shown(chooseStories(published, live, holding()))).toEqual(['home 2']);
    expect(shown(chooseStories(published, live, { heldBack: new Set(), kept: new Set(['faq']) }))).toEqual([
      'faq 1',
      'home 2',
    ]);
  });

  test('stays at its old address beside the new one when it moved, and the new one counts', () => {
    const moved = index({ 'a at home': '1', 'b at ayuda': '2' });
    const site = chooseStories(moved, live, { heldBack: new Set(), kept: new Set(['faq']) });
    expect(shown(site)).toEqual(['ayuda 2', 'faq 1', 'home 1']);
    expect(byUuid(site).get('b')).toMatchObject({ fullSlug: 'ayuda', digest: '2' });
  });

  test('of another space is not kept', () => {
    const other = index({ 'b at faq': '1' }, 'another space');
    expect(shown(chooseStories(published, other, { heldBack: new Set(), kept: new Set(['faq']) }))).toEqual(['home 2']);
  });
});

describe('what is live', () => {
  async function mirror(): Promise<string> {
    const mirrorDir = await mkdtemp(join(tmpdir(), 'manay-live-'));
    onTestFinished(() => rm(mirrorDir, { recursive: true }));
    await stageLiveIndex(mirrorDir, index({ 'a at home': '1' }), '000001-7-x');
    await settleLiveIndex(mirrorDir, '000001-7-x');
    return mirrorDir;
  }
  const live = (mirrorDir: string) => shown(tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE)) as MirrorIndex);

  test('is what the release was made of that went live', async () => {
    const mirrorDir = await mirror();
    await stageLiveIndex(mirrorDir, index({ 'a at home': '2' }), '000002-8-x');
    expect(live(mirrorDir)).toEqual(['home 1']);
    await settleLiveIndex(mirrorDir, '000002-8-x');
    expect(live(mirrorDir)).toEqual(['home 2']);
    // Once is enough, and again does no harm.
    await settleLiveIndex(mirrorDir, '000002-8-x');
    expect(live(mirrorDir)).toEqual(['home 2']);
  });

  test.each([
    ['another release', '000001-7-x'],
    ['none', undefined],
  ])('stays as it was while %s is live', async (_, release) => {
    const mirrorDir = await mirror();
    await stageLiveIndex(mirrorDir, index({ 'a at home': '2' }), '000002-8-x');
    await settleLiveIndex(mirrorDir, release);
    expect(live(mirrorDir)).toEqual(['home 1']);
  });

  /** `"<uuid> at <slug>"`: addresses of before. */
  const former = (mirrorDir: string): string[] =>
    (tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE))?.formerAddresses ?? []).map(
      ({ uuid, slug }) => `${uuid} at ${slug}`,
    );

  test('after a rollback is what that release was made of, with the addresses that pages had in between', async () => {
    const mirrorDir = await mirror();
    await stageLiveIndex(mirrorDir, index({ 'a at home': '2', 'b at faq': '2' }), '000002-8-x');
    await settleLiveIndex(mirrorDir, '000002-8-x');
    await settleLiveIndex(mirrorDir, '000001-7-x');
    expect([live(mirrorDir), former(mirrorDir)]).toEqual([['home 1'], ['b at faq']]);
    await settleLiveIndex(mirrorDir, '000001-7-x');
    expect([live(mirrorDir), former(mirrorDir)]).toEqual([['home 1'], ['b at faq']]);
    // And forward again.
    await settleLiveIndex(mirrorDir, '000002-8-x');
    expect([live(mirrorDir), former(mirrorDir)]).toEqual([['home 2', 'faq 2'], []]);
  });

  test('has no address any more that the next release was made without', async () => {
    const mirrorDir = await mirror();
    const formerAddresses = [{ uuid: 'b', slug: 'faq', leftAt: '2026-11-23T00:00:00.000Z' }];
    await stageLiveIndex(mirrorDir, { ...index({ 'a at home': '2' }), formerAddresses }, '000002-8-x');
    await settleLiveIndex(mirrorDir, '000002-8-x');
    expect(former(mirrorDir)).toEqual(['b at faq']);
    await stageLiveIndex(mirrorDir, { ...index({ 'a at home': '3' }), formerAddresses: [] }, '000003-9-x');
    await settleLiveIndex(mirrorDir, '000003-9-x');
    expect([live(mirrorDir), former(mirrorDir)]).toEqual([['home 3'], []]);
  });
});
