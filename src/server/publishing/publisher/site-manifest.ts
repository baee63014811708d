import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
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
export function factsOf(html: string, keep = keeping()): PageFacts {
  const unique = (pattern: RegExp): string[] => [
    ...new Set([...html.matchAll(pattern)].map((match) => keep(match[1] as string))),
  ];
  return {
    bytes: Buffer.byteLength(html),
    policy: keep(policyIn(html)),
    links: unique(/<a\b[^>]*?\shref="(\/(?!\/)[^"#?]*)/g),
    assets: unique(/"\/((?:_astro|fonts|images)\/[^"?#]+)/g),
  };
}

/** Copies each piece of pages once: a piece that is not copied keeps the whole page that it is of in memory. */
function keeping(): (piece: string) => string {
  const kept = new Map<string, string>();
  return (piece) => {
    const known = kept.get(piece);
    if (known !== undefined) return known;
    const own = Buffer.from(piece).toString();
    kept.set(own, own);
    return own;
  };
}

export function digestOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Files read before yielding to the event loop, some milliseconds of work. */
const READ_AT_ONCE = 40;

/** Enough for all but the largest files of a site; the memory grows with those. */
const FIRST_READ_BYTES = 1_000_000;

/**
 * Reads files one after the other into the same memory, because a new buffer for each of ten thousand files costs more
 * of the processor, with what the garbage collector does for it, than reading them. Synchronous: a build was written
 * just now, and the thread pool takes twice as much. What is read is valid until the next file is.
 */
function fileReader(): (path: string) => Buffer {
  let memory = Buffer.allocUnsafe(FIRST_READ_BYTES);
  return (path) => {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      if (size > memory.length) memory = Buffer.allocUnsafe(size);
      let length = 0;
      for (let read = -1; read !== 0 && length < size; length += read) {
        read = readSync(file, memory, length, size - length, null);
      }
      return memory.subarray(0, length);
    } finally {
      closeSync(file);
    }
  };
}

/** Facts of the pages that were read last, by digest: most pages are as they were. */
let lastFacts: ReadonlyMap<string, PageFacts> = new Map();

/** Reads a build. */
export async function readSite(distDir: string): Promise<SiteManifest> {
  const files = new Map<string, string>();
  const pages = new Map<string, PageFacts>();
  const facts = new Map<string, PageFacts>();
  const keep = keeping();
  const pause = pausing(READ_AT_ONCE);
  const read = fileReader();
  for (const file of await listFiles(distDir)) {
    const content = read(join(distDir, file));
    const digest = digestOf(content);
    files.set(file, digest);
    if (file.endsWith('.html')) {
      const page = facts.get(digest) ?? lastFacts.get(digest) ?? factsOf(content.toString(), keep);
      facts.set(digest, page);
      pages.set(file, page);
    }
    await pause();
  }
  lastFacts = facts;
  return { files, pages };
}
