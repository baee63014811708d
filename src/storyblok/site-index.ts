import { join } from 'node:path';
import { INDEX_FILE, LIVE_INDEX_FILE, type MirrorIndex, SITE_INDEX_FILE, tryReadIndex } from './mirror.ts';
import { writeWhole } from './write-file.ts';

/**
 * Chooses what the site is made of: everything that is published, but of the stories to hold back the version visitors
 * see now. One editor's mistake then keeps nobody else's work from going live. A story that was never good stays out.
 * @param heldBack uuids of stories that must not go live as they are published
 * @param lastGood what the live release is made of, if there is one
 */
export function chooseStories(
  published: MirrorIndex,
  lastGood: MirrorIndex | undefined,
  heldBack: ReadonlySet<string>,
): MirrorIndex {
  if (heldBack.size === 0) return published;
  const before = new Map(
    lastGood?.source === published.source ? lastGood.stories.map((story) => [story.uuid, story]) : [],
  );
  const stories = published.stories.flatMap((story) => {
    if (!heldBack.has(story.uuid)) return [story];
    const good = before.get(story.uuid);
    // The address is the new one: links of other stories lead there already.
    return good ? [{ ...good, fullSlug: story.fullSlug, slug: story.slug }] : [];
  });
  return { ...published, stories };
}

/** Chooses and writes what the next build shows. */
export async function writeSiteIndex(mirrorDir: string, heldBack: ReadonlySet<string>): Promise<MirrorIndex> {
  const published = tryReadIndex(join(mirrorDir, INDEX_FILE));
  if (!published) throw new Error('There is no content yet: the sync has not finished once');
  const site = chooseStories(published, tryReadIndex(join(mirrorDir, LIVE_INDEX_FILE)), heldBack);
  await writeWhole(join(mirrorDir, SITE_INDEX_FILE), JSON.stringify(site));
  return site;
}

/** Remembers what is live now, for stories that will have to be held back. */
export async function keepLiveIndex(mirrorDir: string, site: MirrorIndex): Promise<void> {
  await writeWhole(join(mirrorDir, LIVE_INDEX_FILE), JSON.stringify(site));
}
