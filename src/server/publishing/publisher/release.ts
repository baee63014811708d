import { mkdir, open, readdir, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSmallFile, type SmallFile, valueIn } from '#server/kit/small-file.ts';
import { writeAtomically } from '#server/kit/write-file.ts';
import { makeTree, readFileList, writeNew } from './release-tree.ts';

/** Kept for open tabs, which still request their scripts, and for rollbacks. */
export const KEPT_RELEASES = 5;
/** Prefix of a release that is being made, or was when its process was killed. */
export const UNFINISHED_PREFIX = '.unfinished-';

export const INFO_FILE = 'release.json';

/** `release.json`: what is live, read by our server and the lending role. */
export interface ReleaseInfo {
  readonly release: string;
  /** The content service's version that the pages show. */
  readonly contentVersion: number;
  /** Digest of the content and the figures that they were built from; absent in releases of earlier programs. */
  readonly contentDigest?: string;
  /** Digest of code, lockfile, runtime and build variables. */
  readonly codeKey: string;
  readonly parameterVersion: number | null;
  readonly businessDate: string | null;
  /** Digest of the lender's accounts; missing when they are not known. */
  readonly accountsKey?: string;
  readonly builtAt: string;
  readonly pages: number;
  readonly maintenance: boolean;
}

export interface ReleaseOptions {
  readonly distDir: string;
  readonly releasesDir: string;
  readonly info: Omit<ReleaseInfo, 'release'>;
  /** Every file of `distDir` with its digest. */
  readonly files: ReadonlyMap<string, string>;
  /** Further files for servers, by name. */
  readonly serverFiles?: Readonly<Record<string, string>>;
  /** Damaged files of the live release, to which the new one must not have links. */
  readonly damaged?: readonly string[];
}

export interface MadeRelease {
  /** `release.json`. */
  readonly info: ReleaseInfo;
  /** Pages to compress further once it is live (`compressFurther`). */
  readonly light: readonly string[];
}

/** Makes a release directory from a build; `goLive` publishes it. */
export async function makeRelease(options: ReleaseOptions): Promise<MadeRelease> {
  const { distDir, releasesDir, files } = options;
  await mkdir(releasesDir, { recursive: true });
  const names = await releaseNames(releasesDir);
  const release = `${String(nextNumber(names)).padStart(6, '0')}-${options.info.contentVersion}-${options.info.codeKey.slice(0, 8)}`;
  const info: ReleaseInfo = { release, ...options.info };

  const unfinished = join(releasesDir, `${UNFINISHED_PREFIX}${release}`);
  await rm(unfinished, { recursive: true, force: true });
  const whole = await wholeOf(releasesDir, names.slice(1 - KEPT_RELEASES));
  try {
    const light = await makeTree(unfinished, {
      distDir,
      files,
      releases: whole.map((name) => join(releasesDir, name)),
      notLinked: new Set(options.damaged),
    });
    for (const [name, text] of Object.entries(options.serverFiles ?? {})) {
      await writeNew(join(unfinished, name), text);
    }
    await writeNew(join(unfinished, INFO_FILE), textOf(info));
    await keepNames(unfinished);
    await rename(unfinished, join(releasesDir, release));
    await keepNames(releasesDir);
    return { info, light };
  } catch (error) {
    // On a full disk the unfinished release must not stay.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function textOf(info: ReleaseInfo): string {
  return `${JSON.stringify(info, null, 2)}\n`;
}

/** Writes anew what a release says of itself to servers; each file is exchanged as a whole, and pages stay as they are. */
export async function restateRelease(
  releasesDir: string,
  info: ReleaseInfo,
  serverFiles: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [name, text] of Object.entries({ ...serverFiles, [INFO_FILE]: textOf(info) }))
    await writeAtomically(join(releasesDir, info.release, name), text);
}

/** The releases that no power cut has damaged; a damaged one may have lost any of its files. */
async function wholeOf(releasesDir: string, names: readonly string[]): Promise<string[]> {
  const infos = await Promise.all(names.map((name) => readInfo(join(releasesDir, name))));
  return names.filter((_, at) => infos[at] !== undefined);
}

/** Syncs a folder, so that its files and names survive a power cut before the release goes live. */
async function keepNames(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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

/** The live release's `release.json`; undefined without one, or when it or the home page is damaged or gone. */
export function readCurrent(releasesDir: string): Promise<ReleaseInfo | undefined> {
  return readInfo(join(releasesDir, 'current'));
}

/** The last readable release, for when the live one is damaged. */
export async function lastCompleteRelease(releasesDir: string): Promise<ReleaseInfo | undefined> {
  for (const name of (await releaseNames(releasesDir)).reverse()) {
    const info = await readInfo(join(releasesDir, name));
    if (info) return info;
  }
  return undefined;
}

async function readInfo(release: string): Promise<ReleaseInfo | undefined> {
  try {
    if ((await stat(join(release, 'index.html'))).size === 0) return undefined;
  } catch {
    return undefined;
  }
  return valueIn(readInfoFile(release));
}

export function readInfoFile(release: string): SmallFile<ReleaseInfo> {
  return readSmallFile(join(release, INFO_FILE), ({ release: name, contentVersion }) => {
    return typeof name === 'string' && typeof contentVersion === 'number';
  });
}

function nextNumber(names: readonly string[]): number {
  return Number((names.at(-1) ?? '0').slice(0, 6)) + 1;
}

/** Tells whether a release has exactly these files. */
export async function sameFiles(
  releasesDir: string,
  { release }: ReleaseInfo,
  files: ReadonlyMap<string, string>,
): Promise<boolean> {
  const of = await readFileList(join(releasesDir, release));
  return of.size === files.size && [...files].every(([file, digest]) => of.get(file) === digest);
}
