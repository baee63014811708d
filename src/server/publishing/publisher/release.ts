import { mkdir, open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTree, readFileList, writeNew } from './release-tree.ts';

/** Kept for open tabs, which still request their scripts, and for rollbacks. */
export const KEPT_RELEASES = 5;
/** Prefix of a release that is being made, or was when its process was killed. */
export const UNFINISHED_PREFIX = '.unfinished-';

/** `release.json`: what is live, read by our server and the lending role. */
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
}

export interface ReleaseOptions {
  readonly distDir: string;
  readonly releasesDir: string;
  readonly info: Omit<ReleaseInfo, 'release'>;
  /** Every file of `distDir` with its digest. */
  readonly files: ReadonlyMap<string, string>;
  /** Further files for servers, by name. */
  readonly serverFiles?: Readonly<Record<string, string>>;
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
    });
    for (const [name, text] of Object.entries(options.serverFiles ?? {})) {
      await writeNew(join(unfinished, name), text);
    }
    await writeNew(join(unfinished, 'release.json'), `${JSON.stringify(info, null, 2)}\n`);
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
    return JSON.parse(await readFile(join(release, 'release.json'), 'utf8')) as ReleaseInfo;
  } catch {
    return undefined;
  }
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
