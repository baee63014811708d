import type { MirrorIndex } from '#storyblok/mirror.ts';
import { takenOff } from '#storyblok/site-index.ts';
import type { GateProblem } from './gate.ts';

/** A page that nobody publishes any more and that stays, because others lead to it. */
export interface KeptStory {
  readonly fullSlug: string;
  /** Says who leads to it, for whoever took it off. */
  readonly sentence: string;
}

/** In a sentence; a link in the footer would make it as long as the site. */
const NAMED_STORIES = 5;
/** Its page is no story's own address. */
const ERROR_PAGE = /^(?:en\/)?(?:404|500)(?:\/index)?\.html$/;

/**
 * Parts what the gate found: links to a page that visitors see and that was taken off (or moved) keep that page; the
 * rest is somebody's mistake. Whoever leads there need not have changed anything, so nobody else is to blame.
 */
export function keepLedTo(
  problems: readonly GateProblem[],
  site: MirrorIndex,
  live: MirrorIndex | undefined,
): { readonly kept: readonly KeptStory[]; readonly rest: readonly GateProblem[] } {
  const gone = new Map(takenOff(site, live).map((story) => [story.slug, story]));
  const linkers = new Map<string, string[]>();
  const rest: GateProblem[] = [];
  for (const problem of problems) {
    const story = problem.leadsTo === undefined ? undefined : gone.get(slugOf(problem.leadsTo));
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
    sentence: `"${fullSlug}" was taken off, and ${leadThere(files, site)}: visitors see it until nothing does`,
  }));
  return { kept, rest };
}

/** `/en/preguntas/` and `/preguntas` are of the story at `preguntas`. */
function slugOf(path: string): string {
  return path.replace(/^\/(?:en(?:\/|$))?/, '').replace(/\/$/, '');
}

/** `"home" and "tarifas" lead to it`; what stands on every page is the settings'. */
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
