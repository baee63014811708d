import { LOCALES } from '#i18n/locale.ts';
import type { MovedPage } from '#server/kit/moved-pages.ts';
import { storyPath } from '#storyblok/link.ts';
import type { FormerAddress, MirrorIndex } from '#storyblok/mirror.ts';
import { byUuid } from '../sync/site-index.ts';
import type { SiteManifest } from './site-manifest.ts';

const DAY_MS = 86_400_000;
/** Other letters could end the line of a server's configuration that names them. */
const PLAIN_ADDRESS = /^[^\s"'$\\;{}~]+$/;

/** The former addresses to keep, and what visitors of each page at one of them are led to. */
export interface Moves {
  readonly formerAddresses: readonly FormerAddress[];
  readonly movedPages: readonly MovedPage[];
}

export const NO_MOVES: Moves = { formerAddresses: [], movedPages: [] };

/**
 * Finds where pages that were renamed or moved are now, in every language and with the pages below them (each question
 * has one). Nothing leads to a story that is taken off. An address is forgotten after its days, but not while a page
 * of the site leads to it.
 * @param days how long an address is kept; 0: not at all
 */
export function findMovedPages(
  { files, pages }: Pick<SiteManifest, 'files' | 'pages'>,
  site: Pick<MirrorIndex, 'stories' | 'formerAddresses'>,
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): Moves {
  const { formerAddresses = [] } = site;
  if (days === 0 || formerAddresses.length === 0) return NO_MOVES;
  const stories = byUuid(site);
  const below = pagesBelow(files, site);
  const end = ({ leftAt }: FormerAddress): number => Date.parse(leftAt) + days * DAY_MS;
  const all = formerAddresses.map((address) => {
    const story = stories.get(address.uuid);
    const until = new Date(end(address)).toISOString().slice(0, 10);
    const isShown = story !== undefined && story.component === 'page' && !story.isTakenOff;
    return { address, moved: isShown ? movesOf(address.slug, story.slug, { files, below, until }) : [] };
  });
  const old = new Set(all.filter(({ address }) => end(address) <= nowMs).flatMap(({ moved }) => moved.map(fromOf)));
  const linked = old.size === 0 ? old : linkedOf(pages, old);
  const kept = all.filter(({ address, moved }) => end(address) > nowMs || moved.some(({ from }) => linked.has(from)));
  return {
    formerAddresses: kept.map(({ address }) => address),
    movedPages: kept.flatMap(({ moved }) => moved),
  };
}

function fromOf({ from }: MovedPage): string {
  return from;
}

function movesOf(
  from: string,
  to: string,
  {
    files,
    below,
    until,
  }: Pick<SiteManifest, 'files'> & {
    readonly below: ReadonlyMap<string, readonly string[]>;
    readonly until: string;
  },
): MovedPage[] {
  return LOCALES.flatMap((locale) => {
    const page = storyPath(to, locale);
    const ends = ['', ...(to === '' ? [] : (below.get(page) ?? []))];
    return ends.map((end) => ({ from: `${storyPath(from, locale)}${end}`, to: encodeURI(`${page}${end}`), until }));
  }).filter(({ from, to }) => {
    const isThere = files.has(fileOf(decodeURI(to))) && !files.has(fileOf(from)) && !files.has(from.slice(1, -1));
    return isThere && PLAIN_ADDRESS.test(from) && PLAIN_ADDRESS.test(to);
  });
}

function fileOf(path: string): string {
  return `${path.slice(1)}index.html`;
}

/** Maps the address of a story's page to the ends of the addresses below it that are not a story's, `costos/`. */
function pagesBelow(
  files: SiteManifest['files'],
  { stories }: Pick<MirrorIndex, 'stories'>,
): ReadonlyMap<string, readonly string[]> {
  const own = new Set(stories.flatMap(({ slug }) => LOCALES.map((locale) => storyPath(slug, locale))));
  const below = new Map<string, string[]>();
  for (const file of files.keys()) {
    const [, parent, end] = /^(.+\/)?([^/]+\/)index\.html$/.exec(file) ?? [];
    if (!parent || !end || own.has(`/${parent}${end}`) || !own.has(`/${parent}`)) continue;
    below.set(`/${parent}`, [...(below.get(`/${parent}`) ?? []), end]);
  }
  return below;
}

function linkedOf(pages: SiteManifest['pages'], addresses: ReadonlySet<string>): ReadonlySet<string> {
  const linked = new Set<string>();
  for (const { links } of pages.values()) {
    for (const link of links) {
      const address = link.endsWith('/') ? link : `${link}/`;
      if (addresses.has(address)) linked.add(address);
    }
  }
  return linked;
}
