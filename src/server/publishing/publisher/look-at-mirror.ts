import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_FILE, LIVE_INDEX_FILE, RELEASE_INDEXES, SITE_INDEX_FILE, tryReadIndex } from '#storyblok/mirror.ts';
import { mirrorDigest, type PublishedIndex, type SyncOptions } from '../sync/sync.ts';
import type { FileDigests } from './file-digests.ts';
import type { PublishRun } from './publisher.ts';

/**
 * The content service's caches may answer with the content before a version for some seconds. Less than the time for
 * which a webhook is looked after, so that the last of those looks settles the version.
 */
const SETTLING_MS = 25_000;
/** Hour of the day, UTC, after which everything is fetched and compared once: three in the morning in Lima. */
const NIGHT_HOUR = 8;
const DAY_MS = 86_400_000;

/** Tells whether a version was fetched late enough after it was first seen: what is there by then is what it has. */
export function isSettled({ seenAt = '', fetchedAt = '' }: PublishedIndex): boolean {
  return Date.parse(fetchedAt) - Date.parse(seenAt) >= SETTLING_MS;
}

/** Chooses what a run fetches of a version that the mirror has already. */
export function fetchKnownOf(
  index: PublishedIndex | undefined,
  { force, isAnnounced }: Pick<PublishRun, 'force' | 'isAnnounced'>,
  nowMs: number,
): SyncOptions['fetchKnown'] {
  if (force || (index && !(Date.parse(index.wholeAt ?? '') >= lastNight(nowMs)))) return 'whole';
  return index && (isAnnounced || !isSettled(index)) ? 'again' : undefined;
}

function lastNight(nowMs: number): number {
  const tonight = new Date(nowMs).setUTCHours(NIGHT_HOUR, 0, 0, 0);
  return tonight <= nowMs ? tonight : tonight - DAY_MS;
}

/**
 * Removes indexes that cannot be read: one is fetched again, or written from another one, or by the next build.
 * @param live name of the live release
 * @returns a sentence for each
 */
export async function removeDamagedIndexes(mirrorDir: string, live: string | undefined): Promise<string[]> {
  const indexes = [INDEX_FILE, SITE_INDEX_FILE, LIVE_INDEX_FILE, ...(live ? [`${RELEASE_INDEXES}/${live}.json`] : [])];
  const paths = indexes.map((file) => join(mirrorDir, file));
  const damaged = paths.filter((path) => lstatSync(path, { throwIfNoEntry: false }) && !tryReadIndex(path));
  for (const path of damaged) await rm(path, { recursive: true, force: true });
  return damaged.map((path) => `${path} cannot be read, and is written anew`);
}

/** Finds files of the mirror that are gone, or are not what their names say. */
export async function damagedFiles(mirrorDir: string, digests: FileDigests): Promise<ReadonlySet<string>> {
  const index = tryReadIndex(join(mirrorDir, INDEX_FILE));
  const damaged = new Set<string>();
  for (const { file, digest } of index ? [index.texts, ...index.stories] : []) {
    const made = await digests.of(join(mirrorDir, file), mirrorDigest);
    if (made !== digest) damaged.add(file);
  }
  return damaged;
}
