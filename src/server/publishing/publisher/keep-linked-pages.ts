import type { MirrorIndex } from '#storyblok/mirror.ts';
import { unpublishedStories } from '../sync/site-index.ts';
import type { GateProblem } from './gate.ts';
import type { HeldBack } from './publisher.ts';

/** A limit for the sentence; a link in the footer would name the whole site. */
const NAMED_STORIES = 5;
/** Error pages are served at other addresses than their story's. */
const ERROR_PAGE = /^(?:en\/)?(?:404|500)(?:\/index)?\.html$/;

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
    const story = problem.leadsTo === undefined ? undefined : ownerOf(slugOf(problem.leadsTo), gone);
    if (story?.component !== 'page') {
      rest.push(problem);
      continue;
    }
    const files = linkers.get(story.fullSlug) ?? [];
    files.push(problem.file ?? '');
    linkers.set(story.fullSlug, files);
  }
  const kept = [...linkers].map(([fullSlug, files]) => ({
    fullSlug,
    sentences: [`"${fullSlug}" was taken off, and ${leadThere(files, site)}: visitors see it until nothing does`],
  }));
  return { kept, rest };
}

/** A question has its address below its story's. */
export function ownerOf<Story>(slug: string, stories: ReadonlyMap<string, Story>): Story | undefined {
  const end = slug.lastIndexOf('/');
  return stories.get(slug) ?? (end < 0 ? undefined : stories.get(slug.slice(0, end)));
}

/** `/en/preguntas/` and `/preguntas` belong to the story `preguntas`. */
export function slugOf(path: string): string {
  return path.replace(/^\/(?:en(?:\/|$))?/, '').replace(/\/$/, '');
}

/** `"home" and "tarifas" lead to it`; a link on every page comes from the settings. */
function leadThere(files: readonly string[], site: MirrorIndex): string {
  const bySlug = new Map(site.stories.map((story) => [story.slug, story]));
  const stories = new Set<string>();
  for (const file of files) {
    const story = bySlug.get(slugOf(`/${file}`.replace(/index\.html$/, '')));
    if (story?.component === 'page') stories.add(story.fullSlug);
    else if (ERROR_PAGE.test(file)) stories.add('404');
    // Pages that are no stories have links in their header and footer alone.
    else return 'the header or the footer of every page leads to it ("settings/global")';
  }
  const names = [...stories].map((name) => `"${name}"`);
  const named = names.slice(0, NAMED_STORIES).join(', ');
  const more = names.length > NAMED_STORIES ? ` and ${names.length - NAMED_STORIES} more` : '';
  return `${named}${more} ${names.length === 1 ? 'leads' : 'lead'} to it`;
}
