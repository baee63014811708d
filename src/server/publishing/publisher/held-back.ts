import { join } from 'node:path';
import { readSmallFile, type SmallFile, valueIn } from '#server/kit/small-file.ts';
import type { HeldBack } from './publisher.ts';

/** Beside `release.json`; its name keeps it from visitors. */
export const HELD_BACK_FILE = '.held-back.json';

/** The stories that were held back from the live release, and why; none in a release that does not say. */
export async function readHeldBack(releasesDir: string): Promise<readonly HeldBack[]> {
  return valueIn(readHeldBackFile(join(releasesDir, 'current'))) ?? [];
}

export function readHeldBackFile(release: string): SmallFile<readonly HeldBack[]> {
  // An earlier version of the program wrote sentences.
  const isHeldBack = (story: HeldBack | null): boolean =>
    typeof story?.fullSlug === 'string' && Array.isArray(story.faults);
  return readSmallFile(join(release, HELD_BACK_FILE), (stories) => Array.isArray(stories) && stories.every(isHeldBack));
}
