import { mkdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { currentRelease } from '#server/publishing/publisher/release.ts';
import { rollBack } from '#server/publishing/publisher/release-control.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { expect } from './journey.ts';

/** No journey takes as long: whoever holds the date since then was stopped in the middle. */
const STALE_MS = 900_000;

/** Only one journey moves the date at a time: it moves for everybody. */
export async function oneAtATime(dataDir: string, journey: () => Promise<void>): Promise<void> {
  const lock = join(dataDir, 'date-moves');
  await expect.poll(() => takes(lock), { timeout: 480_000 }).toBe(true);
  await keepPages(dataDir);
  await journey().finally(() => rmdir(lock));
}

/**
 * Pauses publishing: a new date renders every page again, which no journey looks at. In the full run pages and date
 * move together.
 */
async function keepPages(dataDir: string): Promise<void> {
  if (IS_FULL_RUN) return;
  const releases = join(dataDir, 'releases');
  const { kind } = await rollBack(releases, new Date(), await currentRelease(releases));
  expect(kind).toBe('rolled-back');
}

async function takes(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const held = await stat(lock).catch(() => undefined);
    if (held && Date.now() - held.mtimeMs > STALE_MS) await rmdir(lock).catch(() => undefined);
    return false;
  }
}
