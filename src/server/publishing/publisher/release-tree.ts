import { constants as flags, linkSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { copyFile, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED_TYPES = new Set(['.html', '.css', '.js', '.json', '.svg', '.txt', '.xml', '.webmanifest']);
const SMALLEST_COMPRESSED_BYTES = 600;
/** An edit changes a few pages: small is worth a tenth of a second each. Thousands at once must be quick instead. */
const PAGE_BROTLI_QUALITY = 10;
const MANY_PAGES = 500;
const MANY_PAGES_BROTLI_QUALITY = 5;
/** Scripts and styles change with the code only and are what a cheap phone waits for: as small as it gets, once. */
const ASSET_BROTLI_QUALITY = 11;
/** Where scripts and styles stand. */
const ASSETS = '_astro';
/** Beside `release.json`: every file with the digest of its content, for the next release to know what it can share. */
const FILE_LIST = 'files.json';
/** What a release has of a file besides itself. */
const COMPRESSED = ['.br', '.gz'] as const;
/** Files linked or removed between two looks at what else there is to do: a pause of some milliseconds. */
const DONE_AT_ONCE = 400;

/** What the files of a release come from. */
export interface TreeSources {
  /** The build folder. It is rewritten in place, so that nothing is linked to it. */
  readonly distDir: string;
  /** Every file of `distDir` with the digest of its content. */
  readonly files: ReadonlyMap<string, string>;
  /** The last releases, oldest first: unchanged files are theirs, and open tabs look for their scripts. */
  readonly releases: readonly string[];
}

interface WantedFile {
  readonly digest: string;
  /** The release that has this very file. */
  readonly release: string | undefined;
}

/**
 * Makes the files of a release in a folder: those that did not change are hard links to the release before, the others
 * are copied and compressed once. What already stands there, an old release that nobody needs, is kept where it is the
 * same: ten thousand pages have thirty thousand links, of which an edit changes six.
 *
 * Nothing is ever written into a file that is there: live releases have the same inodes.
 */
export async function makeTree(to: string, sources: TreeSources): Promise<void> {
  const wanted = await listWanted(sources);
  const kept = await removeUnwanted(to, wanted);
  const changed = await addMissing(to, { sources, wanted, kept });
  await compressAll(changed.filter((path) => COMPRESSED_TYPES.has(extname(path))));
  // An edit's pages outlive a power cut; waiting for the disk ten thousand times would be a minute.
  if (changed.length <= MANY_PAGES) await Promise.all(changed.map(keepOnDisk));
  await writeNew(join(to, FILE_LIST), JSON.stringify(Object.fromEntries(sources.files)));
}

/** Every file of a release with the digest of its content; empty when its list cannot be read. */
export async function readFileList(release: string): Promise<ReadonlyMap<string, string>> {
  try {
    const text = await readFile(join(release, FILE_LIST), 'utf8');
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  } catch {
    return new Map();
  }
}

/** Writes a file that is not there yet, and not only into the memory of a machine that may lose its power. */
export async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The site's files, and scripts and styles of the last releases, so that a tab that is still open finds them. */
async function listWanted({ files, releases }: TreeSources): Promise<ReadonlyMap<string, WantedFile>> {
  const lists = await Promise.all(releases.map(readFileList));
  const [previous, before] = [releases.at(-1), lists.at(-1)];
  const wanted = new Map<string, WantedFile>();
  for (const [file, digest] of files) {
    wanted.set(file, { digest, release: before?.get(file) === digest ? previous : undefined });
  }
  lists.forEach((list, at) => {
    for (const [file, digest] of list) {
      if (file.startsWith(`${ASSETS}/`) && !wanted.has(file)) wanted.set(file, { digest, release: releases[at] });
    }
  });
  return wanted;
}

/**
 * Empties a folder of everything but wanted files. What its list does not name (scripts it had carried on, the servers'
 * files) goes too: nobody knows what is in it.
 * @returns the files that stay
 */
async function removeUnwanted(to: string, wanted: ReadonlyMap<string, WantedFile>): Promise<ReadonlySet<string>> {
  const list = await readFileList(to);
  if (list.size === 0) await rm(to, { recursive: true, force: true });
  const kept = new Set<string>();
  const left = new Set<string>();
  const pause = pausing();
  for (const [file, digest] of list) {
    if (wanted.get(file)?.digest === digest) {
      kept.add(file);
      continue;
    }
    for (const suffix of ['', ...COMPRESSED]) rmSync(join(to, file + suffix), { force: true });
    left.add(dirname(file));
    await pause();
  }
  await removeStrangers(to, '.', kept);
  await removeStrangers(to, ASSETS, kept);
  for (const folder of left) removeEmpty(to, folder);
  return kept;
}

/** Files directly in a folder that are neither kept nor the compressed form of a kept one. */
async function removeStrangers(to: string, folder: string, kept: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(join(to, folder), { withFileTypes: true }).catch(() => []);
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const path = join(folder, name);
    if (!kept.has(path.replace(/\.(?:br|gz)$/, ''))) rmSync(join(to, path), { force: true });
  }
}

/** A folder without files, and those above it; a file may want its name. */
function removeEmpty(to: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    try {
      rmdirSync(join(to, path));
    } catch {
      // Something is in it, or it went with another one.
      return;
    }
  }
}

/** @returns the paths of the files that no release had */
async function addMissing(
  to: string,
  of: {
    readonly sources: TreeSources;
    readonly wanted: ReadonlyMap<string, WantedFile>;
    readonly kept: ReadonlySet<string>;
  },
): Promise<string[]> {
  const changed: string[] = [];
  const made = new Set<string>();
  const pause = pausing();
  mkdirSync(to, { recursive: true });
  for (const [file, { release }] of of.wanted) {
    if (of.kept.has(file)) continue;
    const target = join(to, file);
    // Known folders are not asked for again: there is one for every page.
    if (!made.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
    made.add(dirname(target));
    await pause();
    if (release && linkWithCompressed(join(release, file), target)) continue;
    // A script of an older release that has gone in the meantime.
    if (!of.sources.files.has(file)) continue;
    await copyWithTimes(join(of.sources.distDir, file), target);
    changed.push(target);
  }
  return changed;
}

async function copyWithTimes(source: string, target: string): Promise<void> {
  await copyFile(source, target, flags.COPYFILE_EXCL);
  const { atime, mtime } = await stat(source);
  await utimes(target, atime, mtime);
}

async function keepOnDisk(path: string): Promise<void> {
  for (const suffix of ['', ...COMPRESSED]) {
    const file = await open(path + suffix, 'r').catch(() => undefined);
    await file?.sync();
    await file?.close();
  }
}

/** Synchronous, because thousands of links take a third of a second so and five times as long through the thread pool. */
function linkWithCompressed(source: string, target: string): boolean {
  try {
    linkSync(source, target);
  } catch {
    // The older release has gone: a copy does.
    return false;
  }
  for (const suffix of COMPRESSED) {
    try {
      linkSync(source + suffix, target + suffix);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return true;
}

/** Lets others have a turn now and then. */
function pausing(): () => Promise<void> | undefined {
  let done = 0;
  return () => {
    done += 1;
    return done % DONE_AT_ONCE === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined;
  };
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
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }), { flag: 'wx' });
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 6 }), { flag: 'wx' });
}
