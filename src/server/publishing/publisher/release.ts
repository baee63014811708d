import {
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PagePolicies } from '#server/kit/page-headers.ts';
import { listFiles } from './files.ts';

/** Open tabs of the last releases still find their scripts; older ones are removed. */
const KEPT_RELEASES = 5;
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

/**
 * Makes a release directory of a build and switches `current` to it with one rename. Files that did not change are hard
 * links to the previous release (never to the build folder, which is rewritten in place), the others are copied and
 * compressed once.
 * @returns what was written, `release.json` included
 */
export async function makeRelease(options: {
  readonly distDir: string;
  readonly releasesDir: string;
  readonly info: Omit<ReleaseInfo, 'release'>;
  /** Further files by name, for servers: what nginx includes. */
  readonly serverFiles?: Readonly<Record<string, string>>;
}): Promise<ReleaseInfo> {
  const { distDir, releasesDir } = options;
  await mkdir(releasesDir, { recursive: true });
  const previous = await currentRelease(releasesDir);
  const number = nextNumber(await releaseNames(releasesDir));
  const release = `${String(number).padStart(6, '0')}-${options.info.contentVersion}-${options.info.codeKey.slice(0, 8)}`;
  const info: ReleaseInfo = { release, ...options.info };

  const unfinished = join(releasesDir, `.unfinished-${release}`);
  await rm(unfinished, { recursive: true, force: true });
  const changed = await placeAll(distDir, unfinished, previous && join(releasesDir, previous));
  await compressAll(changed.filter((path) => COMPRESSED_TYPES.has(extname(path))));
  await writeFile(join(unfinished, 'release.json'), `${JSON.stringify(info, null, 2)}\n`);
  for (const [name, text] of Object.entries(options.serverFiles ?? {})) await writeFile(join(unfinished, name), text);
  await rename(unfinished, join(releasesDir, release));
  await pointTo(releasesDir, release);
  await prune(releasesDir);
  return info;
}

/** @returns the files that are not those of the previous release */
async function placeAll(from: string, to: string, previous: string | undefined): Promise<string[]> {
  const changed: string[] = [];
  for (const file of await listFiles(from)) {
    const source = join(from, file);
    const target = join(to, file);
    await mkdir(dirname(target), { recursive: true });
    if (previous && (await isSameFile(source, join(previous, file)))) {
      await linkWithCompressed(join(previous, file), target);
      continue;
    }
    await copyFile(source, target);
    const { atime, mtime } = await stat(source);
    await utimes(target, atime, mtime);
    changed.push(target);
  }
  return changed;
}

async function linkWithCompressed(source: string, target: string): Promise<void> {
  await link(source, target);
  for (const suffix of ['.br', '.gz']) await link(source + suffix, target + suffix).catch(ignoreMissing);
}

/** Same bytes. Sizes first: most changed files differ there already. */
async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(a), stat(b).catch(() => undefined)]);
  if (!other || one.size !== other.size) return false;
  return (await readFile(a)).equals(await readFile(b));
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

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Moves `current` in one step: a visitor sees the old site or the new one. */
async function pointTo(releasesDir: string, release: string): Promise<void> {
  const temporary = join(releasesDir, `.current-${process.pid}`);
  await rm(temporary, { force: true });
  await symlink(release, temporary);
  await rename(temporary, join(releasesDir, 'current'));
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

async function prune(releasesDir: string): Promise<void> {
  const live = await currentRelease(releasesDir);
  const old = (await releaseNames(releasesDir)).slice(0, -KEPT_RELEASES).filter((name) => name !== live);
  for (const name of old) await rm(join(releasesDir, name), { recursive: true, force: true });
  // What a killed run left behind.
  for (const name of await readdir(releasesDir)) {
    if (name.startsWith('.unfinished-')) await rm(join(releasesDir, name), { recursive: true, force: true });
  }
}
