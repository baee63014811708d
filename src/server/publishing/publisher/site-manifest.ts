import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { policyIn } from '#server/kit/page-headers.ts';
import { listFiles } from './files.ts';

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

/** Concurrent reads: waiting for the disk takes longer than reading. */
const READ_AT_ONCE = 8;

/** Reads a build. */
export async function readSite(distDir: string): Promise<SiteManifest> {
  const files = new Map<string, string>();
  const pages = new Map<string, PageFacts>();
  const left = await listFiles(distDir);
  const lane = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      const content = await readFile(join(distDir, file));
      files.set(file, digestOf(content));
      if (file.endsWith('.html')) pages.set(file, factsOf(content.toString()));
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, lane));
  return { files: sorted(files), pages: sorted(pages) };
}

/** Sorted, so that the result does not depend on which file was read first. */
function sorted<Value>(files: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}
