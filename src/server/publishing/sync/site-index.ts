import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '#server/kit/write-file.ts';
import {
  type FormerAddress,
  INDEX_FILE,
  LIVE_INDEX_FILE,
  type MirrorIndex,
  RELEASE_INDEXES,
  SITE_INDEX_FILE,
  tryReadIndex,
} from '#storyblok/mirror.ts';
import { addressFault, storiesTwice } from '#storyblok/story-address.ts';

/** The differences of the site from the published content. */
export interface Choice {
  /** Uuids of stories whose published version must not go live. */
  readonly heldBack: ReadonlySet<string>;
  /** Of the first release, by uuid: stories without their broken blocks, instead of those to hold back. */
  readonly trimmed?: ReadonlyMap<string, MirrorIndex['stories'][number]> | undefined;
  /** Full slugs that are no longer published but still linked to. */
  readonly kept: ReadonlySet<string>;
}

/**
 * Chooses what the site is built from: everything published, except that stories to hold back keep the version
 * visitors see now, and unpublished stories stay while others link to them. One editor's mistake then does not block
 * the others' work. A story that was never valid is left out.
 * @param lastGood what the live release was built from, if there is one
 */
export function chooseStories(
  published: MirrorIndex,
  lastGood: MirrorIndex | undefined,
  { heldBack, kept, trimmed }: Choice,
): MirrorIndex {
  if (heldBack.size === 0 && kept.size === 0) return published;
  const live = lastGood?.source === published.source ? lastGood : undefined;
  const before = byUuid(live);
  const twice = new Set(storiesTwice(published.stories, live?.stories));
  const taken = new Set(published.stories.map(({ fullSlug }) => fullSlug));
  const stories = published.stories.flatMap((story) => {
    if (!heldBack.has(story.uuid)) return [story];
    const good = before.get(story.uuid) ?? trimmed?.get(story.uuid);
    if (!good) return [];
    const isMisplaced = twice.has(story) || (story.component === 'page' && addressFault(story.fullSlug));
    // At the new address, because links of other stories already point there; where it can be at none, at the old one.
    if (!isMisplaced) return [{ ...good, fullSlug: story.fullSlug, slug: story.slug }];
    return taken.has(good.fullSlug) ? [] : [good];
  });
  const more = unpublishedStories(published, live)
    .filter(({ fullSlug }) => kept.has(fullSlug))
    .map((story) => ({ ...story, isTakenOff: true as const }));
  const shown = new Set(stories.map(({ slug }) => slug));
  const leftOut = (trimmed ? published.stories.map(({ slug }) => slug) : (live?.leftOut ?? [])).filter(
    (slug) => !shown.has(slug),
  );
  const site = { ...published, stories: more.length === 0 ? stories : inOrder([...stories, ...more]) };
  return leftOut.length === 0 ? site : { ...site, leftOut };
}

/** Stories that are live at an address where nothing is published any more. */
export function unpublishedStories(published: MirrorIndex, live: MirrorIndex | undefined): MirrorIndex['stories'] {
  const addresses = new Set(published.stories.map(({ fullSlug }) => fullSlug));
  return (live?.stories ?? []).filter(({ fullSlug }) => !addresses.has(fullSlug));
}

/** A moved story is in an index twice while its old address is linked to: the new one counts. */
export function byUuid(
  index: Pick<MirrorIndex, 'stories'> | undefined,
): ReadonlyMap<string, MirrorIndex['stories'][number]> {
  const stories = index?.stories ?? [];
  const late = stories.filter(({ isTakenOff }) => isTakenOff);
  return new Map([...late, ...stories.filter(({ isTakenOff }) => !isTakenOff)].map((story) => [story.uuid, story]));
}

/**
 * Every address at which a page was live once and none is now, with the story it belonged to: a request for it is
 * led to where the story is. A story that is taken off keeps its entry, for the day it comes back elsewhere; what takes
 * the address itself wins for good.
 */
export function formerAddresses(
  site: MirrorIndex,
  live: MirrorIndex | undefined,
  leftAt: string,
): readonly FormerAddress[] {
  const taken = new Set(site.stories.map(({ slug }) => slug));
  const pages = (live?.stories ?? []).filter(({ component }) => component === 'page');
  const left = [...(live?.formerAddresses ?? []), ...pages.map(({ uuid, slug }) => ({ uuid, slug, leftAt }))];
  const bySlug = new Map(left.map((address) => [address.slug, address]));
  return [...bySlug.values()].filter(({ slug }) => !taken.has(slug));
}

function inOrder(stories: MirrorIndex['stories']): MirrorIndex['stories'] {
  return [...stories].sort((one, two) => (one.fullSlug < two.fullSlug ? -1 : 1));
}

/** Chooses and writes the index of the next build. */
export async function writeSiteIndex(mirrorDir: string, choice: Choice): Promise<MirrorIndex> {
  const published = tryReadIndex(join(mirrorDir, INDEX_FILE));
  if (!published) throw new Error('There is no content yet: the sync has not finished once');
  const live = tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE));
  const chosen = chooseStories(published, live, choice);
  const site = { ...chosen, formerAddresses: formerAddresses(chosen, live, new Date().toISOString()) };
  await writeAtomically(join(mirrorDir, SITE_INDEX_FILE), JSON.stringify(site));
  return site;
}

/** The content that a release was built from. */
type ReleaseIndex = MirrorIndex & {
  readonly release?: string;
  /** The release that was live then: its former addresses have been looked through. */
  readonly after?: string;
};

/**
 * Stores the index that a release was built from, before the release goes live: after a kill in between, or a rollback
 * to it, the next run finds it (`settleLiveIndex`).
 */
export async function stageLiveIndex(mirrorDir: string, site: MirrorIndex, release: string): Promise<void> {
  const { release: after } = readReleaseIndex(join(mirrorDir, LIVE_INDEX_FILE)) ?? {};
  await writeAtomically(indexFileOf(mirrorDir, release), JSON.stringify({ release, after, ...site }));
}

/** Stores what the live release shows after content has changed in nothing that its files have. */
export async function restateLiveIndex(mirrorDir: string, site: MirrorIndex, release: string): Promise<void> {
  const { after } = readReleaseIndex(indexFileOf(mirrorDir, release)) ?? {};
  const text = JSON.stringify({ release, after, ...site });
  await writeAtomically(indexFileOf(mirrorDir, release), text);
  await writeAtomically(join(mirrorDir, LIVE_INDEX_FILE), text);
}

/**
 * Makes the index of the live release the live one: another has gone live, or there was a rollback. Addresses at which
 * pages were live in between are kept. Without an index of that release, what was live stays.
 * @param live name of the live release, if there is one
 */
export async function settleLiveIndex(mirrorDir: string, live: string | undefined): Promise<void> {
  if (live === undefined) return;
  const path = join(mirrorDir, LIVE_INDEX_FILE);
  const before = readReleaseIndex(path);
  const kept = readReleaseIndex(indexFileOf(mirrorDir, live));
  const isSettled = before?.release === live;
  // One of the two files mends the other.
  if (isSettled && !kept) await writeAtomically(indexFileOf(mirrorDir, live), JSON.stringify(before));
  const index = isSettled ? undefined : kept;
  if (!index) return;
  const isNext = before?.source !== index.source || index.after === before.release;
  const settled = isNext ? index : { ...index, formerAddresses: addressesOfBoth(index, before) };
  await writeAtomically(path, JSON.stringify(settled));
}

function addressesOfBoth(index: MirrorIndex, before: MirrorIndex): readonly FormerAddress[] {
  const all = [...(index.formerAddresses ?? []), ...formerAddresses(index, before, new Date().toISOString())];
  return [...new Map(all.map((address) => [address.slug, address])).values()];
}

/** The files of what releases were built from. */
export async function releaseIndexFiles(mirrorDir: string): Promise<readonly string[]> {
  const names = await readdir(join(mirrorDir, RELEASE_INDEXES)).catch(() => [] as string[]);
  return names.filter((name) => name.endsWith('.json')).map((name) => join(mirrorDir, RELEASE_INDEXES, name));
}

/** Removes what releases were built from that are gone. @param releases those that are there */
export async function dropReleaseIndexes(mirrorDir: string, releases: readonly string[]): Promise<void> {
  const kept = new Set(releases.map((release) => indexFileOf(mirrorDir, release)));
  for (const file of await releaseIndexFiles(mirrorDir)) if (!kept.has(file)) await rm(file, { force: true });
}

function indexFileOf(mirrorDir: string, release: string): string {
  return join(mirrorDir, RELEASE_INDEXES, `${release}.json`);
}

function readReleaseIndex(path: string): ReleaseIndex | undefined {
  return tryReadIndex(path);
}
