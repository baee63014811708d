import { type PageKind, pageKind } from '#api/page-kind.ts';
import { SCREENS } from '#api/screens.ts';
import type { PagePolicies } from '#server/kit/page-headers.ts';
import { mergePolicies, parsePolicy } from './csp.ts';
import type { PageFacts, SiteManifest } from './site-manifest.ts';

/** What every visitor and every crawler must find. */
const NEEDED_PAGES = ['index.html', 'en/index.html', '404.html'];
/** A site that loses more pages at once has lost its content rather than its editor's interest. */
const LARGEST_LOSS = 0.1;
/** A handful of pages on a small site is no loss of content. */
const LOSS_WORTH_ASKING = 3;
/** Before compression: an editor's longest page has a tenth of it. */
const LARGEST_PAGE_BYTES = 300_000;
/** Addresses of the client area are written by code, and held to the screens' table by its tests; editors link to pages. */
const SCREEN_SLUGS: ReadonlySet<string> = new Set(
  Object.values(SCREENS)
    .filter(({ guards }) => guards.length > 0)
    .map(({ slug }) => slug),
);
/** Addresses that other roles answer. */
const NOT_OF_THE_SITE = /^\/(?:api|sandbox|content|operator)(?:\/|$)/;

export interface GateProblem {
  readonly sentence: string;
  /** The page that has it, when one page has it and the site does not. */
  readonly file?: string;
  /** A path of this site that the page leads to and that has no page. */
  readonly leadsTo?: string;
}

export interface GateReport {
  readonly pages: number;
  /** Empty when the site may go live. */
  readonly problems: readonly GateProblem[];
  /** Per kind of page, one Content-Security-Policy that lets every page of the kind work, for the header. */
  readonly policies: PagePolicies;
}

export interface GateOptions {
  /** Pages of the live release; undefined before the first. */
  readonly livePages: number | undefined;
  /** An operator has said that many pages may go. */
  readonly allowFewerPages: boolean;
}

/**
 * The last look before visitors see a build: home and 404 are there, no tenth of the pages is gone, every page carries
 * its policy and keeps its weight, every script, style, font and page that a page names exists. Sentences name page and
 * fault, for the editor.
 */
export function inspectSite(site: SiteManifest, options: GateOptions): GateReport {
  const problems: GateProblem[] = NEEDED_PAGES.filter((page) => !site.files.has(page)).map((page) => ({
    sentence: `page /${page} is missing`,
  }));
  const policies: Record<PageKind, Set<string>> = { strict: new Set(), marketing: new Set(), card: new Set() };
  let pages = 0;
  const isGood = remembering((link) => leadsSomewhere(link, site.files));
  for (const [file, page] of site.pages) {
    if (!file.endsWith('.html')) continue;
    pages += 1;
    policies[pageKind(file)].add(page.policy);
    for (const fault of faultsOf(page, site.files, isGood))
      problems.push({ ...fault, sentence: `page /${file} ${fault.sentence}`, file });
  }
  const lost = (options.livePages ?? 0) - pages;
  if (lost > LOSS_WORTH_ASKING && lost > (options.livePages ?? 0) * LARGEST_LOSS && !options.allowFewerPages) {
    const sentence = `${lost} of ${options.livePages} pages would be gone; if that is meant, publish with --fewer-pages`;
    problems.push({ sentence });
  }
  return { pages, problems, policies: mergeKinds(policies) };
}

/** Thousands of pages have the same header and footer: a link is looked into once. */
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

function leadsSomewhere(link: string, files: ReadonlyMap<string, string>): boolean {
  if (NOT_OF_THE_SITE.test(link)) return true;
  const path = decode(link).slice(1);
  if (SCREEN_SLUGS.has(path.replace(/^en\//, '').replace(/\/$/, ''))) return true;
  if (path === '' || path.endsWith('/')) return files.has(`${path}index.html`);
  // Without its slash it is sent to the page.
  return files.has(path) || files.has(`${path}/index.html`);
}

function decode(link: string): string {
  try {
    return decodeURI(link);
  } catch {
    return link;
  }
}

/** A kind without pages gets the strict policy: whatever is answered under such an address may do least. */
function mergeKinds(policies: Readonly<Record<PageKind, ReadonlySet<string>>>): PagePolicies {
  const merge = (texts: ReadonlySet<string>): string => mergePolicies([...texts].map(parsePolicy));
  const strict = merge(policies.strict);
  return { strict, marketing: merge(policies.marketing) || strict, card: merge(policies.card) || strict };
}
