import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PageKind, pageKind } from '#api/page-kind.ts';
import type { PagePolicies } from '#server/kit/page-headers.ts';
import { mergePolicies, parsePolicy } from './csp.ts';
import { listFiles } from './files.ts';

/** What every visitor and every crawler must find. */
const NEEDED_PAGES = ['index.html', 'en/index.html', '404.html'];

export interface GateReport {
  readonly pages: number;
  /** Empty when the site may go live. */
  readonly problems: readonly string[];
  /** Per kind of page, one Content-Security-Policy that lets every page of the kind work, for the header. */
  readonly policies: PagePolicies;
}

/**
 * The last look before visitors see a build: home and 404 are there, every page carries its policy, and every script,
 * style and font that a page names exists. Sentences name page and fault, for the editor.
 */
export async function inspectBuild(distDir: string): Promise<GateReport> {
  const files = new Set(await listFiles(distDir));
  const pages = [...files].filter((file) => file.endsWith('.html'));
  const problems = NEEDED_PAGES.filter((page) => !files.has(page)).map((page) => `page /${page} is missing`);
  const policies: Record<PageKind, string[]> = { strict: [], marketing: [], card: [] };
  for (const page of pages) {
    const html = await readFile(join(distDir, page), 'utf8');
    const policy = policyOf(html);
    if (!policy) problems.push(`page /${page} has no Content-Security-Policy`);
    policies[pageKind(page)].push(policy);
    for (const asset of assetsOf(html)) {
      if (!files.has(asset)) problems.push(`page /${page} uses /${asset}, which does not exist`);
    }
  }
  return { pages: pages.length, problems, policies: mergeKinds(policies) };
}

/** A kind without pages gets the strict policy: whatever is answered under such an address may do least. */
function mergeKinds(policies: Readonly<Record<PageKind, readonly string[]>>): PagePolicies {
  const merge = (texts: readonly string[]): string => mergePolicies([...new Set(texts)].map(parsePolicy));
  const strict = merge(policies.strict);
  return { strict, marketing: merge(policies.marketing) || strict, card: merge(policies.card) || strict };
}

function policyOf(html: string): string {
  const meta = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html);
  return (meta?.[1] ?? '').replaceAll('&#39;', "'").replaceAll('&#x27;', "'");
}

/** Files of the build that the page loads by itself: `/_astro/…` and `/fonts/…` in attributes. */
function assetsOf(html: string): string[] {
  return [...html.matchAll(/"\/((?:_astro|fonts|images)\/[^"?#]+)/g)].map((match) => match[1] as string);
}
