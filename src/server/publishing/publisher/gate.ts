import { SCREENS } from '#api/screens.ts';
import type { MovedPage } from '#server/kit/moved-pages.ts';
import type { PageFacts, SiteManifest } from './site-manifest.ts';

/** Pages that every site must have. */
const NEEDED_PAGES = ['index.html', 'en/index.html', '404.html'];
/** If more of the pages disappear at once, something is wrong with the content. */
const LARGEST_LOSS = 0.1;
/** On a small site a few missing pages are normal. */
const LOSS_WORTH_ASKING = 3;
/** Uncompressed; the longest real page has a tenth of it. */
const LARGEST_PAGE_BYTES = 300_000;
/** The client area's paths are made and tested from the table of screens; editors link to pages only. */
const SCREEN_SLUGS: ReadonlySet<string> = new Set(
  Object.values(SCREENS)
    .filter(({ guards }) => guards.length > 0)
    .map(({ slug }) => slug),
);
/** Paths served by other roles. */
const NOT_OF_THE_SITE = /^\/(?:api|sandbox|content|operator)(?:\/|$)/;

export interface GateProblem {
  readonly sentence: string;
  /** The affected page; undefined for a problem of the site. */
  readonly file?: string;
  /** A path on this site that the page links to and that does not exist. */
  readonly leadsTo?: string;
  /** Too many pages are gone: asked again when those are back that others lead to. */
  readonly isLoss?: true;
}

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
 * Sentences name page and problem, for the editor.
 */
export function inspectSite(site: SiteManifest, options: GateOptions): GateReport {
  const problems: GateProblem[] = NEEDED_PAGES.filter((page) => !site.files.has(page)).map((page) => ({
    sentence: `page /${page} is missing`,
  }));
  let pages = 0;
  const moved = new Set(options.movedPages.map(({ from }) => from));
  const isGood = remembering((link) => leadsSomewhere(link, site.files, moved));
  for (const [file, page] of site.pages) {
    if (!file.endsWith('.html')) continue;
    pages += 1;
    for (const fault of faultsOf(page, site.files, isGood))
      problems.push({ ...fault, sentence: `page /${file} ${fault.sentence}`, file });
  }
  const lost = (options.livePages ?? 0) - pages;
  if (lost > LOSS_WORTH_ASKING && lost > (options.livePages ?? 0) * LARGEST_LOSS && !options.allowFewerPages) {
    const sentence = `${lost} of ${options.livePages} pages would be gone; if that is meant, publish with --fewer-pages`;
    problems.push({ sentence, isLoss: true });
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

function faultsOf(page: PageFacts, files: SiteManifest['files'], isGood: (link: string) => boolean): GateProblem[] {
  const faults: GateProblem[] = page.assets
    .filter((asset) => !files.has(asset))
    .map((asset) => ({ sentence: `uses /${asset}, which does not exist` }));
  const broken = page.links.filter((link) => !isGood(link));
  faults.push(...broken.map((link) => ({ sentence: `leads to ${link}, which does not exist`, leadsTo: link })));
  if (!page.policy) faults.push({ sentence: 'has no Content-Security-Policy' });
  if (page.bytes > LARGEST_PAGE_BYTES) {
    const [has, allowed] = [Math.round(page.bytes / 1000), LARGEST_PAGE_BYTES / 1000];
    faults.push({ sentence: `has ${has} KB of HTML, and ${allowed} KB are allowed` });
  }
  return faults;
}

/** Whether a path of this site is one. */
function leadsSomewhere(link: string, files: SiteManifest['files'], moved: ReadonlySet<string>): boolean {
  if (NOT_OF_THE_SITE.test(link)) return true;
  const path = decode(link).slice(1);
  if (SCREEN_SLUGS.has(path.replace(/^en\//, '').replace(/\/$/, ''))) return true;
  if (moved.has(`/${path}${path.endsWith('/') ? '' : '/'}`)) return true;
  if (path === '' || path.endsWith('/')) return files.has(`${path}index.html`);
  // A path without the slash is redirected to the page.
  return files.has(path) || files.has(`${path}/index.html`);
}

function decode(link: string): string {
  try {
    return decodeURI(link);
  } catch {
    return link;
  }
}
