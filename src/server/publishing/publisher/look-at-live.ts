import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { MAINTENANCE_FILE, readMaintenanceFile } from '#server/kit/maintenance.ts';
import { MOVED_PAGES_FILE, readMovedPagesFile } from '#server/kit/moved-pages.ts';
import type { FileDigests } from './file-digests.ts';
import { HELD_BACK_FILE, readHeldBackFile } from './held-back.ts';
import { currentRelease, INFO_FILE, readInfoFile, releaseNames } from './release.ts';
import { COMPRESSED, compressAgain, eachInLanes, pausing, readFileList, restoreFile } from './release-tree.ts';
import { digestOf } from './site-manifest.ts';

/** Files of the live release that were not what the release was made with. */
export interface LiveLook {
  /** Put back in their places. */
  readonly mended: readonly string[];
  /** There is no other copy of them: the site must be built again. */
  readonly damaged: readonly string[];
  /** Sentences about its small files for servers, which the next run writes anew. */
  readonly unreadable: readonly string[];
}

const UNPACK = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) } as const;

/**
 * Compares every file of the live release with the digest that it was made with, and puts back what is gone or damaged:
 * from the last build, or from another release. The caller must hold the build lock.
 * @throws when the signal is aborted
 */
export async function lookAtLive(
  {
    releasesDir,
    distDir,
    signal,
  }: { readonly releasesDir: string; readonly distDir: string; readonly signal?: AbortSignal | undefined },
  digests: FileDigests,
): Promise<LiveLook> {
  const release = await currentRelease(releasesDir);
  if (release === undefined) return { mended: [], damaged: [], unreadable: [] };
  const live = join(releasesDir, release);
  const others = (await releaseNames(releasesDir)).filter((name) => name !== release).reverse();
  const sources = [distDir, ...others.map((name) => join(releasesDir, name))];
  const [mended, damaged]: [string[], string[]] = [[], []];
  const files = await readFileList(live);
  const pause = pausing();
  await eachInLanes([...files.keys()], async (file) => {
    await pause();
    signal?.throwIfAborted();
    const digest = files.get(file);
    if ((await digests.of(join(live, file), digestOf)) !== digest) {
      const source = await copyOf(file, digest, { sources, digests });
      const isBack = source !== undefined && (await isDone(() => restoreFile(source, live, file)));
      (isBack ? mended : damaged).push(file);
    } else if (await isBadlyCompressed(join(live, file), digest, digests)) {
      ((await isDone(() => compressAgain(live, file))) ? mended : damaged).push(file);
    }
  });
  // Without its list nobody knows what belongs there.
  if (files.size === 0) damaged.push('files.json');
  return { mended: mended.sort(), damaged: damaged.sort(), unreadable: unreadableOf(live) };
}

async function copyOf(
  file: string,
  digest: string | undefined,
  { sources, digests }: { readonly sources: readonly string[]; readonly digests: FileDigests },
): Promise<string | undefined> {
  for (const source of sources) {
    const path = join(source, file);
    if ((await digests.of(path, digestOf)) === digest) return path;
  }
  return undefined;
}

/** A compressed form that is gone does no harm: visitors get the file itself. */
async function isBadlyCompressed(path: string, digest: string | undefined, digests: FileDigests): Promise<boolean> {
  for (const suffix of COMPRESSED) {
    const made = await digests.of(path + suffix, async (content) => digestOf(await UNPACK[suffix](content)));
    if (made !== undefined && made !== digest) return true;
  }
  return false;
}

async function isDone(work: () => Promise<void>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  );
}

function unreadableOf(live: string): string[] {
  const files = [
    [INFO_FILE, readInfoFile(live)],
    [MAINTENANCE_FILE, readMaintenanceFile(live)],
    [HELD_BACK_FILE, readHeldBackFile(live)],
    [MOVED_PAGES_FILE, readMovedPagesFile(live)],
  ] as const;
  return files.flatMap(([name, file]) => {
    if (file.kind === 'read') return [];
    return [file.kind === 'damaged' ? file.sentence : `${join(live, name)} is missing`];
  });
}
