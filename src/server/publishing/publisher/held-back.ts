import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeldBack } from './publisher.ts';

/** Beside `release.json`; its name keeps it from visitors. */
export const HELD_BACK_FILE = '.held-back.json';

/** The stories that were held back from the live release, and why; none in a release that does not say. */
export async function readHeldBack(releasesDir: string): Promise<readonly HeldBack[]> {
  try {
    return JSON.parse(await readFile(join(releasesDir, 'current', HELD_BACK_FILE), 'utf8')) as HeldBack[];
  } catch {
    return [];
  }
}
