import {
  copyFileSync,
  constants as flags,
  linkSync,
  mkdirSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED_TYPES = new Set(['.html', '.css', '.js', '.json', '.svg', '.txt', '.xml', '.webmanifest']);
const SMALLEST_COMPRESSED_BYTES = 600;
/** Of everything but scripts and styles: an edit changes a few pages, each worth a tenth of a second. */
const PAGE_BROTLI_QUALITY = 10;
const MANY_PAGES = 500;
const MANY_PAGES_BROTLI_QUALITY = 5;
/** Scripts and styles change only with the code: compressed as far as possible, once. */
const ASSET_BROTLI_QUALITY = 11;
/** The folder of scripts and styles. */
const ASSETS = '_astro';
/** Beside `release.json`: every file with its digest, so that the next release can share unchanged files. */
const FILE_LIST = 'files.json';
/** Compressed variants of each file. */
const COMPRESSED = ['.br', '.gz'] as const;
/** Files handled before yielding to the event loop, a few milliseconds of work. */
const DONE_AT_ONCE = 400;

/** The sources of a release's files. */
export interface TreeSources {
  /** The build folder. It is rewritten in place, so its files are copied, not linked. */
  readonly distDir: string;
  /** Every file of `distDir` with its digest. */
  readonly files: ReadonlyMap<string, string>;
  /**
   * The last releases, oldest first: unchanged files are linked from them, and open tabs still request their scripts.
   */
  readonly releases: readonly string[];
}

interface WantedFile {
  readonly digest: string;
  /** The release that has this file unchanged. */
  readonly release: string | undefined;
}

/**
 * Fills a release's folder: files of the last releases are hard links to them, others are copied and compressed once. If the folder holds an old release, its identical files are kept: a site of ten thousand pages has thirty
 * thousand links, of which an edit changes six.
 * Existing files are never written to: live releases share their inodes.
 */
export async function makeTree(to: string, sources: TreeSources): Promise<void> {
  const wanted = await listWanted(sources);
  const kept = await removeUnwanted(to, wanted);
  const changed = await addMissing(to, { sources, wanted, kept });
  await compressAll(changed.filter((path) => COMPRESSED_TYPES.has(extname(path))));
  // A few pages are synced to disk; syncing ten thousand would take a minute.
  if (changed.length <= MANY_PAGES) await Promise.all(changed.map(keepOnDisk));
  await writeNew(join(to, FILE_LIST), JSON.stringify(Object.fromEntries(sources.files)));
}

/** Every file of a release with its digest; empty when its list cannot be read. */
export async function readFileList(release: string): Promise<ReadonlyMap<string, string>> {
  try {
    const text = await readFile(join(release, FILE_LIST), 'utf8');
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  } catch {
    return new Map();
  }
}

/** Writes a new file and syncs it to disk. */
export async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The site's files, and the scripts and styles of the last releases, for tabs that are still open. */
async function listWanted({ files, releases }: TreeSources): Promise<ReadonlyMap<string, WantedFile>> {
  const lists = await Promise.all(releases.map(readFileList));
  const wanted = new Map<string, WantedFile>();
  for (const [file, digest] of files) {
    // Not in the one before only: an edit that is undone is what was compressed some releases ago.
    const at = lists.findLastIndex((list) => list.get(file) === digest);
    wanted.set(file, { digest, release: releases[at] });
  }
  lists.forEach((list, at) => {
    for (const [file, digest] of list) {
      if (file.startsWith(`${ASSETS}/`) && !wanted.has(file)) wanted.set(file, { digest, release: releases[at] });
    }
  });
  return wanted;
}

/**
 * Removes all files but the wanted ones. Files that are not in the old release's list go too, because their content
 * is unknown.
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

/** Files directly in a folder that are neither kept nor a compressed variant of a kept one. */
async function removeStrangers(to: string, folder: string, kept: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(join(to, folder), { withFileTypes: true }).catch(() => []);
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const path = join(folder, name);
    if (!kept.has(path.replace(/\.(?:br|gz)$/, ''))) rmSync(join(to, path), { force: true });
  }
}

/** Removes an empty folder and empty parents; a file may need the name. */
function removeEmpty(to: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    try {
      rmdirSync(join(to, path));
    } catch {
      // It is not empty, or already removed.
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
    // There is a folder for every page: known ones are not checked again.
    if (!made.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
    made.add(dirname(target));
    await pause();
    if (release && linkWithCompressed(join(release, file), target)) continue;
    // A script of an older release that was removed meanwhile.
    if (!of.sources.files.has(file)) continue;
    copyWithTimes(join(of.sources.distDir, file), target);
    changed.push(target);
  }
  return changed;
}

/** Synchronous, as the links are. */
function copyWithTimes(source: string, target: string): void {
  copyFileSync(source, target, flags.COPYFILE_EXCL);
  const { atime, mtime } = statSync(source);
  utimesSync(target, atime, mtime);
}

async function keepOnDisk(path: string): Promise<void> {
  for (const suffix of ['', ...COMPRESSED]) {
    const file = await open(path + suffix, 'r').catch(() => undefined);
    await file?.sync();
    await file?.close();
  }
}

/** Synchronous: thousands of links take a third of a second, five times less than through the thread pool. */
function linkWithCompressed(source: string, target: string): boolean {
  try {
    linkSync(source, target);
  } catch {
    // The older release was removed: copy instead.
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

/** Yields to the event loop at intervals. */
function pausing(): () => Promise<void> | undefined {
  let done = 0;
  return () => {
    done += 1;
    return done % DONE_AT_ONCE === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined;
  };
}

/** The compressor has its own threads: enough files at a time to keep them busy. */
async function compressAll(paths: readonly string[]): Promise<void> {
  const pages = paths.filter(isPage).length;
  const pageQuality = pages > MANY_PAGES ? MANY_PAGES_BROTLI_QUALITY : PAGE_BROTLI_QUALITY;
  const left = [...paths];
  const worker = async (): Promise<void> => {
    for (let path = left.pop(); path; path = left.pop()) {
      await compress(path, path.includes(`/${ASSETS}/`) ? ASSET_BROTLI_QUALITY : pageQuality);
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
