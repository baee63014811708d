import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { policyIn } from '#server/kit/page-headers.ts';
import { writeAtomically } from '#storyblok/write-file.ts';
import { listFiles } from './files.ts';

/**
 * What is in the build folder: read once after a whole build and updated with every rendered page, so that gate and
 * release need not read thousands of pages for one edit.
 */
export interface SiteManifest {
  /** Digest of the code the site was built with. */
  readonly codeKey: string;
  /** Every file with its digest. */
  readonly files: ReadonlyMap<string, string>;
  /** Rendered files. */
  readonly pages: ReadonlyMap<string, PageFacts>;
}

export interface PageFacts {
  /** Digest of what the page depends on (Mirror.pageKey). */
  readonly key: string;
  readonly bytes: number;
  /** The page's Content-Security-Policy; '' for a page without one, and for other files. */
  readonly policy: string;
  /** Paths on this site that the page links to. */
  readonly links: readonly string[];
  /** Files of this site that the page loads. */
  readonly assets: readonly string[];
}

/** What the gate needs to know of a page. */
export function factsOf(html: string, key: string): PageFacts {
  return {
    key,
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

/** Reads a whole build. Its pages have no key, so they are rendered again once it is known. */
export async function readSite(distDir: string, { codeKey }: { readonly codeKey: string }): Promise<SiteManifest> {
  const files = new Map<string, string>();
  const pages = new Map<string, PageFacts>();
  const left = await listFiles(distDir);
  const lane = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      const content = await readFile(join(distDir, file));
      files.set(file, digestOf(content));
      if (file.endsWith('.html')) pages.set(file, factsOf(content.toString(), ''));
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, lane));
  return { codeKey, files: sorted(files), pages: sorted(pages) };
}

/** Sorted, so that the result does not depend on which page was rendered first. */
function sorted<Value>(files: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Incremented when the file's format changes. */
const FORMAT = 1;

/** On disk every text is stored once: thousands of pages have the same links. */
interface StoredManifest {
  readonly format: number;
  readonly codeKey: string;
  readonly texts: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly pages: Readonly<Record<string, readonly [string, number, number, readonly number[], readonly number[]]>>;
}

export async function writeManifest(path: string, { codeKey, files, pages }: SiteManifest): Promise<void> {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const stored: StoredManifest['pages'] = Object.fromEntries(
    [...sorted(pages)].map(([file, page]) => {
      const policy = numberOf(page.policy);
      return [file, [page.key, page.bytes, policy, page.links.map(numberOf), page.assets.map(numberOf)]];
    }),
  );
  const manifest = {
    format: FORMAT,
    codeKey,
    texts: [...numbers.keys()],
    files: Object.fromEntries(sorted(files)),
    pages: stored,
  };
  await writeAtomically(path, JSON.stringify(manifest satisfies StoredManifest));
}

/** Undefined without a manifest of this format. */
export function readManifest(path: string): SiteManifest | undefined {
  let stored: StoredManifest;
  try {
    stored = JSON.parse(readFileSync(path, 'utf8')) as StoredManifest;
  } catch {
    return undefined;
  }
  if (stored.format !== FORMAT) return undefined;
  const text = (number: number): string => stored.texts[number] ?? '';
  const pages = Object.entries(stored.pages).map(([file, [key, bytes, policy, links, assets]]): [string, PageFacts] => [
    file,
    { key, bytes, policy: text(policy), links: links.map(text), assets: assets.map(text) },
  ]);
  return { codeKey: stored.codeKey, files: new Map(Object.entries(stored.files)), pages: new Map(pages) };
}
