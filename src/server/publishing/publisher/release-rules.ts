import { slugOfPath } from '#storyblok/link.ts';
import type { MirrorIndex } from '#storyblok/mirror.ts';
import { byUuid } from '../sync/site-index.ts';
import type { BrokenStory } from '../sync/validate-mirror.ts';
import { storyOf } from './blame.ts';
import type { GateProblem } from './gate.ts';
import type { HeldBack } from './publisher.ts';

/** Rules that differ between the first release of a site and those that can fall back on an earlier one. */
export interface ReleaseRules {
  /** The stories that have passed: those of the site that equal them are not at fault. */
  readonly before: Pick<MirrorIndex, 'stories'> | undefined;
  /** Stories in place of those that are held back; undefined where the live versions stand there. */
  readonly trimmed?: ReadonlyMap<string, MirrorIndex['stories'][number]>;
  /** Prepares what stands in place of stories at fault. @throws when the site cannot be without one of them */
  replace(stories: readonly BrokenStory[]): Promise<void>;
  /** Tells whether a link to nowhere may go live. */
  mayLeadNowhere(link: GateProblem, site: MirrorIndex): boolean;
  /** Names the stories of links to nowhere that go live, for their editors. */
  toldOf(links: readonly GateProblem[], site: MirrorIndex): readonly HeldBack[];
}

/** The rules of a site that has been live: a story at fault keeps the version that visitors see. */
export function laterReleaseRules(live: MirrorIndex | undefined, isSameCode: boolean): ReleaseRules {
  return {
    before: live,
    replace: () => Promise.resolve(),
    // The first release may have such links; they were told then.
    mayLeadNowhere: (link, site) => isLeftOut(link, site) || (isSameCode && wasLive(link, site, live)),
    toldOf: () => [],
  };
}

function isLeftOut({ leadsTo = '' }: GateProblem, { leftOut = [] }: MirrorIndex): boolean {
  return leftOut.includes(slugOfPath(leadsTo));
}

/**
 * Tells whether the page of a dead link is live already as it is: a page that has not changed since, nor the settings,
 * must not be held up by it.
 */
function wasLive({ page }: GateProblem, site: MirrorIndex, live: MirrorIndex | undefined): boolean {
  const before = byUuid(live);
  const isUnchanged = (story: MirrorIndex['stories'][number]): boolean =>
    before.get(story.uuid)?.digest === story.digest;
  const shared = site.stories.filter(({ component }) => component !== 'page');
  const own = storyOf(page, site);
  return shared.every(isUnchanged) && (own === undefined || isUnchanged(own));
}
