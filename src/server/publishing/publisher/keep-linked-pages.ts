import { join } from 'node:path';
import { withoutLocale } from '#i18n/locale.ts';
import type { FieldFault } from '#storyblok/field-fault.ts';
import { slugOfPath } from '#storyblok/link.ts';
import { INDEX_FILE, type MirrorIndex, tryReadIndex } from '#storyblok/mirror.ts';
import { unpublishedStories } from '../sync/site-index.ts';
import type { GateProblem } from './gate.ts';
import type { HeldBack } from './publisher.ts';
import type { SiteManifest } from './site-manifest.ts';

/** Most stories that are named; a link in the footer would name the whole site. */
const NAMED_STORIES = 5;
/** Error pages are served at other addresses than their story's. */
const ERROR_PAGE = /^\/(?:404|500)(?:\/index)?\.html$/;

/**
 * Splits the gate's broken links: those to a live page that was unpublished or moved keep that page live; the others
 * are mistakes. Pages that link there may be unchanged, so their editors are not at fault.
 */
export function keepLinkedPages(
  problems: readonly GateProblem[],
  site: MirrorIndex,
  live: MirrorIndex | undefined,
): { readonly kept: readonly HeldBack[]; readonly rest: readonly GateProblem[] } {
  const gone = new Map(unpublishedStories(site, live).map((story) => [story.slug, story]));
  const linkers = new Map<string, string[]>();
  const rest: GateProblem[] = [];
  for (const problem of problems) {
    const story = problem.leadsTo === undefined ? undefined : ownerOf(slugOfPath(problem.leadsTo), gone);
    if (story?.component !== 'page') {
      rest.push(problem);
      continue;
    }
    const files = linkers.get(story.fullSlug) ?? [];
    files.push(problem.page ?? '');
    linkers.set(story.fullSlug, files);
  }
  const kept = [...linkers].map(([fullSlug, files]) => ({
    fullSlug,
    faults: [{ story: fullSlug, fault: takenOff(files, site) }],
  }));
  return { kept, rest };
}

/**
 * Lists the unpublished stories that the live release keeps because others linked to them: a build that began without
 * them would find that out again.
 */
export function keptBefore(mirrorDir: string, live: MirrorIndex | undefined): readonly HeldBack[] {
  const published = tryReadIndex(join(mirrorDir, INDEX_FILE));
  if (!published || published.source !== live?.source) return [];
  const kept = unpublishedStories(published, live).filter(({ isTakenOff }) => isTakenOff);
  return kept.map(({ fullSlug }) => ({ fullSlug, faults: [] }));
}

/**
 * Finds which of the unpublished stories in a site other pages still link to.
 * @param needed stories that stay without a link
 * @returns those with a link, by full slug, and the full slugs of the others
 */
export function stillLinked(
  site: MirrorIndex,
  { pages }: Pick<SiteManifest, 'pages'>,
  needed: readonly HeldBack[],
): { readonly linked: ReadonlyMap<string, HeldBack>; readonly free: readonly string[] } {
  const isNeeded = new Set(needed.map(({ fullSlug }) => fullSlug));
  const kept = site.stories.filter(({ isTakenOff, fullSlug }) => isTakenOff && !isNeeded.has(fullSlug));
  if (kept.length === 0) return { linked: new Map(), free: [] };
  const bySlug = new Map(kept.map((story) => [story.slug, story]));
  const linkers = new Map<string, string[]>();
  for (const [file, { links }] of pages) {
    const own = ownerOf(slugOfPath(`/${file}`.replace(/index\.html$/, '')), bySlug);
    const stories = new Set(links.map((link) => ownerOf(slugOfPath(link), bySlug)));
    for (const story of stories) {
      if (story && story !== own) linkers.set(story.fullSlug, [...(linkers.get(story.fullSlug) ?? []), file]);
    }
  }
  return {
    linked: new Map(
      [...linkers].map(([story, files]) => [
        story,
        { fullSlug: story, faults: [{ story, fault: takenOff(files, site) }] },
      ]),
    ),
    free: kept.map(({ fullSlug }) => fullSlug).filter((fullSlug) => !linkers.has(fullSlug)),
  };
}

/** A question has its address below its story's. */
export function ownerOf<Story>(slug: string, stories: ReadonlyMap<string, Story>): Story | undefined {
  const end = slug.lastIndexOf('/');
  return stories.get(slug) ?? (end < 0 ? undefined : stories.get(slug.slice(0, end)));
}

/** Names the stories that lead there; a link on every page comes from the settings. */
function takenOff(files: readonly string[], site: MirrorIndex): FieldFault {
  const bySlug = new Map(site.stories.map((story) => [story.slug, story]));
  const stories = new Set<string>();
  for (const file of files) {
    const story = ownerOf(slugOfPath(`/${file}`.replace(/index\.html$/, '')), bySlug);
    if (story?.component === 'page') stories.add(story.fullSlug);
    else if (ERROR_PAGE.test(withoutLocale(`/${file}`))) stories.add('404');
    // Pages that are not stories have links in their header and footer alone.
    else return { code: 'taken_off_everywhere' };
  }
  const names = [...stories].map((name) => `"${name}"`);
  const [by, more] = [names.slice(0, NAMED_STORIES).join(', '), names.length - NAMED_STORIES];
  return more > 0 ? { code: 'taken_off_more', values: { by, more } } : { code: 'taken_off', values: { by } };
}
