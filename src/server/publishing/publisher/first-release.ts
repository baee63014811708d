import { join } from 'node:path';
import { INDEX_FILE, type MirrorIndex, tryReadIndex } from '#storyblok/mirror.ts';
import { byUuid } from '../sync/site-index.ts';
import { writeTrimmedStory } from '../sync/trim-story.ts';
import { type BrokenStory, REQUIRED_STORIES } from '../sync/validate-mirror.ts';
import { createBlame, SiteFaults, TOLD_FAULTS } from './blame.ts';
import type { GateProblem } from './gate.ts';
import type { HeldBack } from './publisher.ts';
import type { ReleaseRules } from './release-rules.ts';

/** Every story is new. */
const NOTHING_LIVE = { stories: [] };

/**
 * The rules of a first release, before which no version exists to fall back on: a story at fault goes live without its
 * broken blocks, or not at all; links to nowhere go live and are told, because a site that waits for the last of them
 * would show nothing.
 */
export function firstReleaseRules(mirrorDir: string): ReleaseRules {
  const trimmed = new Map<string, MirrorIndex['stories'][number]>();
  return {
    before: NOTHING_LIVE,
    trimmed,
    replace: (stories) => trimStories(mirrorDir, stories, trimmed),
    mayLeadNowhere: ({ leadsTo }) => leadsTo !== undefined,
    toldOf: (links, site) => toldLinks(mirrorDir, links, site),
  };
}

/**
 * Takes the blocks at fault out of stories; a story of which nothing can be taken is left out of the site.
 * @param trimmed what was trimmed before, and is trimmed further
 * @throws SiteFaults when the site cannot be without that story
 */
async function trimStories(
  mirrorDir: string,
  broken: readonly BrokenStory[],
  trimmed: Map<string, MirrorIndex['stories'][number]>,
): Promise<void> {
  const published = byUuid(tryReadIndex(join(mirrorDir, INDEX_FILE)));
  for (const { uuid, fullSlug, faults } of broken) {
    const entry = trimmed.get(uuid) ?? published.get(uuid);
    const story = entry && (await writeTrimmedStory(mirrorDir, entry, faults));
    if (!story && REQUIRED_STORIES.includes(fullSlug)) throw new SiteFaults(faults);
    if (story) trimmed.set(uuid, story);
    else trimmed.delete(uuid);
  }
}

/** Names the stories of links to nowhere; those of pages without a story are the settings'. */
function toldLinks(mirrorDir: string, links: readonly GateProblem[], site: MirrorIndex): HeldBack[] {
  return createBlame(
    mirrorDir,
    site,
    NOTHING_LIVE,
  )(links).map(({ fullSlug, faults }) => {
    return { fullSlug, faults: faults.slice(0, TOLD_FAULTS) };
  });
}
