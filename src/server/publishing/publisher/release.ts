import { linkSync, mkdirSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PagePolicies } from '#server/kit/page-headers.ts';

/** Open tabs of the last releases still find their scripts; older ones are removed. */
export const KEPT_RELEASES = 5;
const COMPRESSED_TYPES = new Set(['.html', '.css', '.js', '.json', '.svg', '.txt', '.xml', '.webmanifest']);
const SMALLEST_COMPRESSED_BYTES = 600;
/** An edit changes a few pages: small is worth a tenth of a second each. Thousands at once must be quick instead. */
const PAGE_BROTLI_QUALITY = 10;
const MANY_PAGES = 500;
const MANY_PAGES_BROTLI_QUALITY = 5;
/** Scripts and styles change with the code only and are what a cheap phone waits for: as small as it gets, once. */
const ASSET_BROTLI_QUALITY = 11;

/** `release.json`: what is live, read by our server, nginx and the lending role. */
export interface ReleaseInfo {
  readonly release: string;
  /** The content service's version the pages were built from. */
  readonly contentVersion: number;
  /** Digest of code, lockfile, runtime and build variables. */
  readonly codeKey: string;
  readonly parameterVersion: number | null;
  readonly businessDate: string | null;
  readonly builtAt: string;
  readonly pages: number;
  readonly maintenance: boolean;
  /** The Content-Security-Policy header of each kind of page. */
  readonly policies: PagePolicies;
}

/** Beside `release.json`: every file with the digest of its content, for the next release to know what it can share. */
const FILE_LIST = 'files.json';
/** Files linked between two looks at what else there is to do: a pause of some milliseconds. */
const LINKED_AT_ONCE = 400;

export interface ReleaseOptions {
  readonly distDir: string;
  readonly releasesDir: string;
  readonly info: Omit<ReleaseInfo, 'release'>;
  /** Every file of `distDir` with the digest of its content. */
  readonly files: ReadonlyMap<string, string>;
  /** Further files by name, for servers: what nginx includes. */
  readonly serverFiles?: Readonly<Record<string, string>>;
}

/**
 * Makes a release directory of a build; `goLive` shows it to visitors. Files that did not change are hard
 * links to the previous release (never to the build folder, which is rewritten in place), the others are copied and
 * compressed once.
 * @returns what was written, `release.json` included
 */
export async function makeRelease(options: ReleaseOptions): Promise<ReleaseInfo> {
  const { distDir, releasesDir } = options;
  await mkdir(releasesDir, { recursive: true });
  const names = await releaseNames(releasesDir);
  const release = `${String(nextNumber(names)).padStart(6, '0')}-${options.info.contentVersion}-${options.info.codeKey.slice(0, 8)}`;
  const info: ReleaseInfo = { release, ...options.info };

  const unfinished = join(releasesDir, `.unfinished-${release}`);
  await rm(unfinished, { recursive: true, force: true });
  try {
    const previous = names.at(-1) && join(releasesDir, names.at(-1) as string);
    const changed = await placeAll({ from: distDir, to: unfinished, files: options.files, previous });
    await carryAssets(releasesDir, names, unfinished);
    await compressAll(changed.filter((path) => COMPRESSED_TYPES.has(extname(path))));
    await writeFile(join(unfinished, FILE_LIST), JSON.stringify(Object.fromEntries(options.files)));
    for (const [name, text] of Object.entries(options.serverFiles ?? {})) await writeFile(join(unfinished, name), text);
    await writeFile(join(unfinished, 'release.json'), `${JSON.stringify(info, null, 2)}\n`);
    await rename(unfinished, join(releasesDir, release));
  } catch (error) {
    // A full disk must not stay full because of us.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return info;
}

/** @returns the files that are not those of the previous release */
async function placeAll(site: {
  readonly from: string;
  readonly to: string;
  readonly files: ReadonlyMap<string, string>;
  readonly previous: string | undefined;
}): Promise<string[]> {
  const { from, to, files, previous } = site;
  const before = previous ? await readFileList(previous) : new Map<string, string>();
  const changed: string[] = [];
  const made = new Set<string>();
  let linked = 0;
  for (const [file, digest] of files) {
    const target = join(to, file);
    // Known folders are not asked for again: there is one for every page.
    if (!made.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
    made.add(dirname(target));
    if (previous && before.get(file) === digest && linkWithCompressed(join(previous, file), target)) {
      linked += 1;
      if (linked % LINKED_AT_ONCE === 0) await new Promise(setImmediate);
      continue;
    }
    const source = join(from, file);
    await copyFile(source, target);
    const { atime, mtime } = await stat(source);
    await utimes(target, atime, mtime);
    changed.push(target);
  }
  return changed;
}

/** Scripts and styles of the last releases, so that a tab that is still open finds them, whoever serves the folder. */
async function carryAssets(releasesDir: string, names: readonly string[], to: string): Promise<void> {
  for (const name of names.slice(1 - KEPT_RELEASES)) {
    for (const file of (await readFileList(join(releasesDir, name))).keys()) {
      if (!file.startsWith('_astro/')) continue;
      mkdirSync(dirname(join(to, file)), { recursive: true });
      linkWithCompressed(join(releasesDir, name, file), join(to, file));
    }
  }
}

async function readFileList(release: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(release, FILE_LIST), 'utf8').catch(() => '{}');
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}

/** Synchronous, because thousands of links take a third of a second so and five times as long through the thread pool. */
function linkWithCompressed(source: string, target: string): boolean {
  try {
    linkSync(source, target);
  } catch {
    // It is there already, or the older release has gone: a copy does.
    return false;
  }
  for (const suffix of ['.br', '.gz']) {
    try {
      linkSync(source + suffix, target + suffix);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return true;
}

/** The compressor has threads of its own: as many files at a time as keep them busy. */
async function compressAll(paths: readonly string[]): Promise<void> {
  const pages = paths.filter(isPage).length;
  const pageQuality = pages > MANY_PAGES ? MANY_PAGES_BROTLI_QUALITY : PAGE_BROTLI_QUALITY;
  const left = [...paths];
  const worker = async (): Promise<void> => {
    for (let path = left.pop(); path; path = left.pop()) {
      await compress(path, isPage(path) ? pageQuality : ASSET_BROTLI_QUALITY);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

function isPage(path: string): boolean {
  return extname(path) === '.html';
}

async function compress(path: string, quality: number): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST_COMPRESSED_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 6 }));
}

/** Release names, oldest first. */
export async function releaseNames(releasesDir: string): Promise<string[]> {
  const names = await readdir(releasesDir).catch(() => [] as string[]);
  return names.filter((name) => /^\d{6}-/.test(name)).sort();
}

/** The live release's name, if there is one. */
export async function currentRelease(releasesDir: string): Promise<string | undefined> {
  return await readlink(join(releasesDir, 'current')).catch(() => undefined);
}

/** The live release's `release.json`, if there is one. */
export async function readCurrent(releasesDir: string): Promise<ReleaseInfo | undefined> {
  const text = await readFile(join(releasesDir, 'current', 'release.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as ReleaseInfo);
}

function nextNumber(names: readonly string[]): number {
  return Number((names.at(-1) ?? '0').slice(0, 6)) + 1;
}

/** Whether a release has exactly these files. */
export async function sameFiles(
  releasesDir: string,
  { release }: ReleaseInfo,
  files: ReadonlyMap<string, string>,
): Promise<boolean> {
  const of = await readFileList(join(releasesDir, release));
  return of.size === files.size && [...files].every(([file, digest]) => of.get(file) === digest);
}
