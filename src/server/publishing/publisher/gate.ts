import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mergePolicies, parsePolicy } from './csp.ts';
import { listFiles } from './files.ts';

/** What every visitor and every crawler must find. */
const NEEDED_PAGES = ['index.html', 'en/index.html', '404.html'];

export interface GateReport {
  readonly pages: number;
  /** Empty when the site may go live. */
  readonly problems: readonly string[];
  /** One Content-Security-Policy that lets every page work, for the header. */
  readonly policy: string;
}

/**
 * The last look before visitors see a build: home and 404 are there, every page carries its policy, and every script,
 * style and font that a page names exists. Sentences name page and fault, for the editor.
 */
export async function inspectBuild(distDir: string): Promise<GateReport> {
  const files = new Set(await listFiles(distDir));
  const pages = [...files].filter((file) => file.endsWith('.html'));
  const problems = NEEDED_PAGES.filter((page) => !files.has(page)).map((page) => `page /${page} is missing`);
  const policies = new Set<string>();
  for (const page of pages) {
    const html = await readFile(join(distDir, page), 'utf8');
    const policy = policyOf(html);
    if (!policy) problems.push(`page /${page} has no Content-Security-Policy`);
    policies.add(policy);
    for (const asset of assetsOf(html)) {
      if (!files.has(asset)) problems.push(`page /${page} uses /${asset}, which does not exist`);
    }
  }
  return { pages: pages.length, problems, policy: mergePolicies([...policies].map(parsePolicy)) };
}

function policyOf(html: string): string {
  const meta = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html);
  return (meta?.[1] ?? '').replaceAll('&#39;', "'").replaceAll('&#x27;', "'");
}

/** Files of the build that the page loads by itself: `/_astro/…` and `/fonts/…` in attributes. */
function assetsOf(html: string): string[] {
  return [...html.matchAll(/"\/((?:_astro|fonts|images)\/[^"?#]+)/g)].map((match) => match[1] as string);
}
