import { DEFAULT_LOCALE, localeOfPath } from '#i18n/locale.ts';
import { slugOfPath } from '#storyblok/link.ts';
import type { MirrorIndex } from '#storyblok/mirror.ts';
import { faultSentence, oncePerPlace, type StoryFault } from '#storyblok/story-fault.ts';
import { byUuid } from '../sync/site-index.ts';
import type { BrokenStory } from '../sync/validate-mirror.ts';
import { linkFinder } from './find-links.ts';
import { ownerOf } from './keep-linked-pages.ts';

/** Faults reported about a mistake that is on every page. */
export const TOLD_FAULTS = 10;

type Story = MirrorIndex['stories'][number];

/** Mistakes that no story with an earlier version is to blame for: the site cannot go live. */
export class SiteFaults extends Error {
  override readonly name = 'SiteFaults';
  readonly faults: readonly StoryFault[];
  constructor(faults: readonly StoryFault[]) {
    const told = oncePerPlace(faults);
    const more = told.length - TOLD_FAULTS;
    const sentences = told.slice(0, TOLD_FAULTS).map((fault) => faultSentence(fault));
    super([...sentences, ...(more > 0 ? [`and ${more} more like these`] : [])].join('\n'));
    this.faults = told.slice(0, TOLD_FAULTS);
  }
}

/** Finds the stories at fault. @throws SiteFaults when no story is to blame for one of the problems */
export type Blame = (problems: readonly StoryFault[]) => BrokenStory[];

/**
 * Blames stories of the site for what is wrong with its pages. Only a story that differs from the live version can be
 * at fault: the live version passed.
 * @param before the stories that are live; undefined: no story can be at fault any more
 */
export function createBlame(
  mirrorDir: string,
  site: MirrorIndex,
  before: Pick<MirrorIndex, 'stories'> | undefined,
): Blame {
  const live = byUuid(before);
  const changed = site.stories.filter((story) => before && live.get(story.uuid)?.digest !== story.digest);
  const settings = changed.find(({ fullSlug }) => fullSlug === 'settings/global');
  const placesOf = linkFinder(mirrorDir, site);

  const ownStory = ({ story: named, page }: StoryFault): Story | undefined => {
    const own = storyOf(page, site);
    return changed.find((story) => story.fullSlug === named || story === own);
  };
  return (problems) => {
    const own = problems.map(ownStory);
    // A new broken link on unchanged pages comes from the header or footer, so on changed pages too.
    const everywhere = new Set(problems.filter((_, at) => !own[at]).map(({ leadsTo }) => leadsTo));
    const blamed = problems.map(({ leadsTo }, at) =>
      leadsTo !== undefined && everywhere.has(leadsTo) ? settings : own[at],
    );
    if (blamed.includes(undefined)) throw new SiteFaults(problems);
    return byStory(problems.flatMap((problem, at) => placed(problem, blamed[at] as Story)));
  };

  /** Adds where a mistake stands in its story: a link to nowhere may stand in several fields. */
  function placed(problem: StoryFault, story: Story): (readonly [Story, StoryFault])[] {
    const { page, leadsTo } = problem;
    const locale = page === undefined ? DEFAULT_LOCALE : localeOfPath(`/${page}`);
    const inStory = { ...(locale !== DEFAULT_LOCALE && { locale }), ...problem, story: story.fullSlug };
    const places = page !== undefined && leadsTo !== undefined ? placesOf({ page, leadsTo }, story) : [];
    if (places.length === 0) return [[story, inStory]];
    return places.map((place) => [story, { ...inStory, ...place }] as const);
  }
}

function byStory(faults: readonly (readonly [Story, StoryFault])[]): BrokenStory[] {
  const stories = Map.groupBy(faults, ([story]) => story);
  return [...stories].map(([{ uuid, fullSlug }, found]) => {
    return { uuid, fullSlug, faults: oncePerPlace(found.map(([, fault]) => fault)) };
  });
}

/** The story of a page, or of a question's page below it; undefined for any other page. */
export function storyOf(file: string | undefined, { stories }: Pick<MirrorIndex, 'stories'>): Story | undefined {
  if (file === undefined) return undefined;
  const pages = new Map(stories.filter(({ component }) => component === 'page').map((story) => [story.slug, story]));
  return ownerOf(slugOfPath(`/${file}`.replace(/\/?(?:index)?\.html$/, '')), pages);
}
