import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fetch, fetchFrom } from '#server/kit/outgoing.ts';
import { policyIn } from '#server/kit/page-headers.ts';

/** A built page and the policy it is sent with. */
export interface BuiltPage {
  readonly html: string;
  /** The `Content-Security-Policy` header of the site's pages. */
  readonly policy: string;
}

/** A page ready to be sent. */
export interface HtmlAnswer {
  readonly html: string;
  readonly policy: string;
}

/**
 * The pages of the live site. The lending role writes its answers into them, so that every word and every field exists
 * once, and an editor's change shows on the answer too.
 */
export interface PageSource {
  /** Undefined when the site is not available: the caller then uses a plain page. */
  read(path: `/${string}/`): Promise<BuiltPage | undefined>;
}

/** The release on this machine's disk. */
export function releasePages(releasesDir: string): PageSource {
  return {
    async read(path) {
      try {
        const html = await readFile(join(releasesDir, 'current', path, 'index.html'), 'utf8');
        return { html, policy: `${policyIn(html)}; frame-ancestors 'none'` };
      } catch {
        return undefined;
      }
    },
  };
}

const FRESH_MS = 60_000;
const TIMEOUT_MS = 3_000;

/** The site wherever it is served: for a lending role that shares no disk with it. A page is asked for once a minute. */
export function fetchedPages(siteUrl: string, fetch: Fetch = fetchFrom([siteUrl])): PageSource {
  const known = new Map<string, { readonly page: BuiltPage; readonly at: number }>();
  return {
    async read(path) {
      const kept = known.get(path);
      if (kept && performance.now() - kept.at < FRESH_MS) return kept.page;
      try {
        const response = await fetch(`${siteUrl}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        if (!response.ok) return kept?.page;
        const policy = response.headers.get('content-security-policy') ?? "default-src 'self'; frame-ancestors 'none'";
        const page = { html: await response.text(), policy };
        known.set(path, { page, at: performance.now() });
        return page;
      } catch {
        // An older copy is better than a plain page.
        return kept?.page;
      }
    },
  };
}
