import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SCREENS } from '#api/screens.ts';
import { LOCALES, localePath, withoutLocale } from '#i18n/locale.ts';
import { type MovedPage, readMovedPages } from '#server/kit/moved-pages.ts';
import { deadLink, type StoryFault } from '#storyblok/story-fault.ts';
import type { PageFacts, SiteManifest } from './site-manifest.ts';

/** Pages that every site must have. */
const NEEDED_PAGES = [...LOCALES.map((locale) => `${localePath(locale, '').slice(1)}index.html`), '404.html'];
/** If more of the pages disappear at once, something is wrong with the content. */
const LARGEST_LOSS = 0.1;
/** On a small site a few missing pages are normal. */
const LOSS_WORTH_ASKING = 3;
/** Uncompressed; the longest real page has a tenth of it. */
const LARGEST_PAGE_BYTES = 300_000;
/**
 * Paths of the client area, which are not checked here: they are generated from the table of screens and tested against
 * it, and editors link to pages only.
 */
const SCREEN_SLUGS: ReadonlySet<string> = new Set(
  Object.values(SCREENS)
    .filter(({ guards }) => guards.length > 0)
    .map(({ slug }) => slug),
);
/** Paths served by other roles. */
const NOT_OF_THE_SITE = /^\/(?:api|sandbox|content|operator)(?:\/|$)/;

/** A mistake of a page, or of the site; whose story it is, and in which field, is not known yet. */
export type GateProblem = Pick<StoryFault, 'page' | 'leadsTo' | 'fault'>;

export interface GateReport {
  readonly pages: number;
  /** Empty when the site may go live. */
  readonly problems: readonly GateProblem[];
}

export interface GateOptions {
  /** Number of pages of the live release; undefined before the first. */
  readonly livePages: number | undefined;
  /** An operator has confirmed that many pages may disappear. */
  readonly allowFewerPages: boolean;
  /** Visitors of these addresses are led to the page that moved. */
  readonly movedPages: readonly MovedPage[];
}

/**
 * The gate before a release: required pages exist, less than a tenth of the pages has disappeared, every page has its
 * policy and stays within its size limit, and every script, style, font and page that a page refers to exists.
 */
export function inspectSite(site: SiteManifest, options: GateOptions): GateReport {
  const problems: GateProblem[] = NEEDED_PAGES.filter((page) => !site.files.has(page)).map((page) => ({
    page,
    fault: { code: 'page_missing' },
  }));
  let pages = 0;
  const moved = new Set(options.movedPages.map(({ from }) => from));
  const isGood = remembering((link) => leadsSomewhere(link, site.files, moved));
  for (const [file, page] of site.pages) {
    if (!file.endsWith('.html')) continue;
    pages += 1;
    for (const problem of problemsOf(page, site.files, isGood)) problems.push({ ...problem, page: file });
  }
  const lost = (options.livePages ?? 0) - pages;
  if (lost > LOSS_WORTH_ASKING && lost > (options.livePages ?? 0) * LARGEST_LOSS && !options.allowFewerPages) {
    problems.push({ fault: { code: 'pages_lost', values: { lost, of: options.livePages ?? 0 } } });
  }
  return { pages, problems };
}

/** Thousands of pages share header and footer: each link is checked once. */
function remembering(decide: (link: string) => boolean): (link: string) => boolean {
  const known = new Map<string, boolean>();
  return (link) => {
    const decided = known.get(link) ?? decide(link);
    known.set(link, decided);
    return decided;
  };
}

function problemsOf(page: PageFacts, files: SiteManifest['files'], isGood: (link: string) => boolean): GateProblem[] {
  const missing = page.assets.filter((asset) => !files.has(asset));
  const broken = page.links.filter((link) => !isGood(link));
  const [has, allowed] = [Math.round(page.bytes / 1000), LARGEST_PAGE_BYTES / 1000];
  return [
    ...missing.map((asset) => ({ fault: { code: 'asset_missing', values: { asset } } }) as const),
    ...broken.map(deadLink),
    ...(page.policy ? [] : [{ fault: { code: 'no_policy' } } as const]),
    ...(page.bytes > LARGEST_PAGE_BYTES ? [{ fault: { code: 'page_heavy', values: { has, allowed } } } as const] : []),
  ];
}

/** Tells whether a link leads to something that exists on this site, or leaves it. */
function leadsSomewhere(link: string, files: Pick<ReadonlySet<string>, 'has'>, moved: ReadonlySet<string>): boolean {
  if (NOT_OF_THE_SITE.test(link)) return true;
  const path = decode(link).slice(1);
  if (SCREEN_SLUGS.has(withoutLocale(`/${path}`).replace(/^\/|\/$/g, ''))) return true;
  if (moved.has(`/${path}${path.endsWith('/') ? '' : '/'}`)) return true;
  if (path === '' || path.endsWith('/')) return files.has(`${path}index.html`);
  // A path without the slash is redirected to the page.
  return files.has(path) || files.has(`${path}/index.html`);
}

/** Tells whether a link leads to something that visitors find now. @param current the folder of the live release */
export function leadsToLive(link: string, current: string): boolean {
  const moved = new Set(readMovedPages(current).map(({ from }) => from));
  return leadsSomewhere(link, { has: (file) => existsSync(join(current, file)) }, moved);
}

function decode(link: string): string {
  try {
    return decodeURI(link);
  } catch {
    return link;
  }
}
