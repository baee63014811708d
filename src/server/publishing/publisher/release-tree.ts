import { copyFileSync, constants as flags, linkSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readSmallFile, valueIn } from '#server/kit/small-file.ts';

const COMPRESSED_TYPES = new Set(['.html', '.css', '.js', '.json', '.svg', '.txt', '.xml', '.webmanifest']);
const SMALLEST_COMPRESSED_BYTES = 600;
/** Of everything but scripts and styles: an edit changes a few pages, each worth a fiftieth of a second. */
const PAGE_BROTLI_QUALITY = 10;
/** More pages than these are compressed lightly before they go live, and further after that (`compressFurther`). */
const MANY_PAGES = 50;
const LIGHT_BROTLI_QUALITY = 5;
/**
 * Of larger files: the sitemap of thousands of pages changes with every edit, and takes a thirtieth of the processor
 * with this quality, for about as few bytes.
 */
const LARGE_BROTLI_QUALITY = 9;
const LARGE_BYTES = 500_000;
/** Scripts and styles change only with the code: compressed as far as possible, once. */
const ASSET_BROTLI_QUALITY = 11;
/** The folder of scripts and styles. */
export const ASSETS = '_astro';
/** Beside `release.json`: every file with its digest, so that the next release can share unchanged files. */
export const FILE_LIST = 'files.json';
/** Compressed variants of each file. */
export const COMPRESSED = ['.br', '.gz'] as const;
/** Files handled before yielding to the event loop, a few milliseconds of work. */
const DONE_AT_ONCE = 400;
/** More files than these are not synced to disk one by one: ten thousand would take a minute. */
const MANY_FILES = 500;

/** The sources of a release's files. */
export interface TreeSources {
  /** The build folder. It is rewritten in place, so its files are copied, not linked. */
  readonly distDir: string;
  /** Every file of `distDir` with its digest. */
  readonly files: ReadonlyMap<string, string>;
  /** The last releases, oldest first: unchanged files are links to the last one's; open tabs request scripts of all. */
  readonly releases: readonly string[];
  /** Files that are copied although they have not changed, because the last release's are damaged. */
  readonly notLinked?: ReadonlySet<string>;
}

/**
 * Fills a new release's folder: files of the last release are hard links to it, others are copied and compressed. Files
 * that are there are never written to: live releases share their inodes.
 * @returns the pages that `compressFurther` is for, by their paths in the release
 */
export async function makeTree(
  to: string,
  { distDir, files, releases, notLinked }: TreeSources,
): Promise<readonly string[]> {
  const lists = await Promise.all(releases.map(readFileList));
  const links = new Map<string, string>();
  lists.forEach((list, at) => {
    for (const [file, digest] of list) {
      const isLast = at === lists.length - 1;
      const isKept = files.has(file) ? isLast && files.get(file) === digest : file.startsWith(`${ASSETS}/`);
      if (isKept && !notLinked?.has(file)) links.set(file, join(releases[at] as string, file));
    }
  });
  const pause = pausing();
  mkdirSync(to, { recursive: true });
  const added: string[] = [];
  for (const file of new Set([...files.keys(), ...links.keys()])) {
    const [target, source] = [join(to, file), links.get(file)];
    mkdirSync(dirname(target), { recursive: true });
    await pause();
    if (source && linkWithCompressed(source, target)) continue;
    // A script of an older release that was removed meanwhile.
    if (!files.has(file)) continue;
    copyWithTimes(join(distDir, file), target);
    added.push(file);
  }
  const light = await compressAll(to, added);
  if (added.length <= MANY_FILES) await Promise.all(added.map((file) => keepOnDisk(join(to, file))));
  await writeNew(join(to, FILE_LIST), JSON.stringify(Object.fromEntries(files)));
  return light;
}

/** Every file of a release with its digest; empty when its list cannot be read. */
export async function readFileList(release: string): Promise<ReadonlyMap<string, string>> {
  const isList = (list: object): boolean => Object.values(list).every((digest) => typeof digest === 'string');
  const list = readSmallFile<Readonly<Record<string, string>>>(join(release, FILE_LIST), isList);
  return new Map(Object.entries(valueIn(list) ?? {}));
}

/**
 * Puts a file of a live release back in its place, with its compressed forms. Each is exchanged as a whole, and other
 * releases keep theirs, which may be the same file on disk.
 */
export async function restoreFile(source: string, release: string, file: string): Promise<void> {
  const path = join(release, file);
  const temporary = `${path}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  await rm(temporary, { force: true });
  copyWithTimes(source, temporary);
  await rename(temporary, path);
  await compressAgain(release, file);
}

/** Makes the compressed forms of a live file anew. */
export async function compressAgain(release: string, file: string): Promise<void> {
  const path = join(release, file);
  const content = await readFile(path);
  const isCompressed = COMPRESSED_TYPES.has(extname(file)) && content.length >= SMALLEST_COMPRESSED_BYTES;
  const forms = {
    '.br': () => brotli(content, qualityOf(file, content)),
    '.gz': () => promisify(gzip)(content, { level: 6 }),
  };
  for (const suffix of COMPRESSED) {
    await rm(path + suffix, { force: true });
    if (!isCompressed) continue;
    await writeFile(`${path}${suffix}.tmp`, await forms[suffix]());
    await rename(`${path}${suffix}.tmp`, path + suffix);
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
export function pausing(doneAtOnce = DONE_AT_ONCE): () => Promise<void> | undefined {
  let done = 0;
  return () => {
    done += 1;
    return done % doneAtOnce === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined;
  };
}

/** @returns the pages that were compressed lightly */
async function compressAll(folder: string, files: readonly string[]): Promise<readonly string[]> {
  const pages = files.filter((file) => extname(file) === '.html');
  const light = new Set(pages.length > MANY_PAGES ? pages : []);
  await eachInLanes(files, async (file) => {
    const path = join(folder, file);
    const content = COMPRESSED_TYPES.has(extname(file)) ? await readFile(path) : undefined;
    if (!content || content.length < SMALLEST_COMPRESSED_BYTES) return;
    const compressed = await brotli(content, light.has(file) ? LIGHT_BROTLI_QUALITY : qualityOf(file, content));
    await writeFile(`${path}.br`, compressed, { flag: 'wx' });
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 6 }), { flag: 'wx' });
  });
  return [...light];
}

/**
 * Compresses pages of a live release again, as far as pages of an edit are. Each file is exchanged as a whole: visitors
 * read one or the other, and older releases keep theirs.
 * @param stop what is left then stays as it is until it changes
 */
export async function compressFurther(release: string, pages: readonly string[], stop: AbortSignal): Promise<void> {
  await eachInLanes(pages, async (page) => {
    if (stop.aborted) return;
    const path = join(release, page);
    const content = await readFile(path);
    if (content.length < SMALLEST_COMPRESSED_BYTES) return;
    await writeFile(`${path}.br.tmp`, await brotli(content, PAGE_BROTLI_QUALITY));
    await rename(`${path}.br.tmp`, `${path}.br`);
  });
}

function qualityOf(file: string, { length }: Uint8Array): number {
  if (file.startsWith(`${ASSETS}/`)) return ASSET_BROTLI_QUALITY;
  return length > LARGE_BYTES ? LARGE_BROTLI_QUALITY : PAGE_BROTLI_QUALITY;
}

function brotli(content: Uint8Array, quality: number): Promise<Uint8Array> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return promisify(brotliCompress)(content, { params });
}

/** The compressor has its own threads: enough files at a time to keep them busy. */
export async function eachInLanes(files: readonly string[], work: (file: string) => Promise<void>): Promise<void> {
  const left = [...files];
  const lane = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) await work(file);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}
