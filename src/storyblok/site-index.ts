import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  INDEX_FILE,
  LIVE_INDEX_FILE,
  type MirrorIndex,
  NEXT_INDEX_FILE,
  SITE_INDEX_FILE,
  tryReadIndex,
} from './mirror.ts';
import { writeWhole } from './write-file.ts';

/** What of the published stories the site does not follow. */
export interface Choice {
  /** Uuids of stories that must not go live as they are published. */
  readonly heldBack: ReadonlySet<string>;
  /** Full slugs under which nothing is published any more, and that pages still lead to. */
  readonly kept: ReadonlySet<string>;
}

/**
 * Chooses what the site is made of: everything that is published, but of the stories to hold back the version visitors
 * see now, and what was taken off while others lead to it. One editor's mistake then keeps nobody else's work from going
 * live. A story that was never good stays out.
 * @param lastGood what the live release is made of, if there is one
 */
export function chooseStories(
  published: MirrorIndex,
  lastGood: MirrorIndex | undefined,
  { heldBack, kept }: Choice,
): MirrorIndex {
  if (heldBack.size === 0 && kept.size === 0) return published;
  const live = lastGood?.source === published.source ? lastGood : undefined;
  const before = byUuid(live);
  const stories = published.stories.flatMap((story) => {
    if (!heldBack.has(story.uuid)) return [story];
    const good = before.get(story.uuid);
    // The address is the new one: links of other stories lead there already.
    return good ? [{ ...good, fullSlug: story.fullSlug, slug: story.slug }] : [];
  });
  const more = takenOff(published, live)
    .filter(({ fullSlug }) => kept.has(fullSlug))
    .map((story) => ({ ...story, isTakenOff: true as const }));
  return more.length === 0 ? { ...published, stories } : { ...published, stories: inOrder([...stories, ...more]) };
}

/** Stories that visitors see at an address where nothing is published any more. */
export function takenOff(published: MirrorIndex, live: MirrorIndex | undefined): MirrorIndex['stories'] {
  const addresses = new Set(published.stories.map(({ fullSlug }) => fullSlug));
  return (live?.stories ?? []).filter(({ fullSlug }) => !addresses.has(fullSlug));
}

/** A story that moved stands twice in an index while its old address is led to: then the new place counts. */
export function byUuid(index: MirrorIndex | undefined): ReadonlyMap<string, MirrorIndex['stories'][number]> {
  const stories = index?.stories ?? [];
  const late = stories.filter(({ isTakenOff }) => isTakenOff);
  return new Map([...late, ...stories.filter(({ isTakenOff }) => !isTakenOff)].map((story) => [story.uuid, story]));
}

function inOrder(stories: MirrorIndex['stories']): MirrorIndex['stories'] {
  return [...stories].sort((one, two) => (one.fullSlug < two.fullSlug ? -1 : 1));
}

/** Chooses and writes what the next build shows. */
export async function writeSiteIndex(mirrorDir: string, choice: Choice): Promise<MirrorIndex> {
  const published = tryReadIndex(join(mirrorDir, INDEX_FILE));
  if (!published) throw new Error('There is no content yet: the sync has not finished once');
  const site = chooseStories(published, tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE)), choice);
  await writeWhole(join(mirrorDir, SITE_INDEX_FILE), JSON.stringify(site));
  return site;
}

/**
 * Remembers what a release is made of before it goes live: whoever is killed between the two leaves the list behind for
 * the next run to find (`settleLiveIndex`).
 */
export async function stageLiveIndex(mirrorDir: string, site: MirrorIndex, release: string): Promise<void> {
  await writeWhole(join(mirrorDir, NEXT_INDEX_FILE), JSON.stringify({ release, ...site }));
}

/**
 * Takes the remembered list for what is live, if its release is; for stories that will have to be held back. The list of
 * a release that never went live, or was taken back, stays aside.
 * @param live name of the live release, if there is one
 */
export async function settleLiveIndex(mirrorDir: string, live: string | undefined): Promise<void> {
  const next = join(mirrorDir, NEXT_INDEX_FILE);
  const staged = tryReadIndex(next) as (MirrorIndex & { readonly release?: string }) | undefined;
  if (staged?.release !== undefined && staged.release === live) await rename(next, join(mirrorDir, LIVE_INDEX_FILE));
}
