import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyIn } from '#server/kit/page-headers.ts';
import { listFiles } from './files.ts';
import { pausing } from './release-tree.ts';

/** Contents of the build folder, read once after a build for gate and release. */
export interface SiteManifest {
  /** Every file with its digest. */
  readonly files: ReadonlyMap<string, string>;
  /** Rendered files. */
  readonly pages: ReadonlyMap<string, PageFacts>;
}

export interface PageFacts {
  readonly bytes: number;
  /** The page's Content-Security-Policy; '' for a page without one, and for other files. */
  readonly policy: string;
  /** Paths on this site that the page links to. */
  readonly links: readonly string[];
  /** Files of this site that the page loads. */
  readonly assets: readonly string[];
}

/** Reads the facts of a page that the gate checks. */
export function factsOf(html: string): PageFacts {
  return {
    bytes: Buffer.byteLength(html),
    policy: policyIn(html),
    links: unique(html, /<a\b[^>]*?\shref="(\/(?!\/)[^"#?]*)/g),
    assets: unique(html, /"\/((?:_astro|fonts|images)\/[^"?#]+)/g),
  };
}

function unique(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map((match) => match[1] as string))];
}

export function digestOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Files read before yielding to the event loop, some milliseconds of work. */
const READ_AT_ONCE = 40;

/** Reads a build. */
export async function readSite(distDir: string): Promise<SiteManifest> {
  const files = new Map<string, string>();
  const pages = new Map<string, PageFacts>();
  const pause = pausing(READ_AT_ONCE);
  for (const file of await listFiles(distDir)) {
    // Synchronous: a build was written just now, and the thread pool takes twice as much of the processor.
    const content = readFileSync(join(distDir, file));
    files.set(file, digestOf(content));
    if (file.endsWith('.html')) pages.set(file, factsOf(content.toString()));
    await pause();
  }
  return { files, pages };
}
