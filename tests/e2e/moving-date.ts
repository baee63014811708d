import { mkdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './journey.ts';

/** No journey takes as long: whoever holds the date since then was stopped in the middle. */
const STALE_MS = 900_000;

/** Only one journey moves the date at a time: it moves for everybody. */
export async function oneAtATime(dataDir: string, journey: () => Promise<void>): Promise<void> {
  const lock = join(dataDir, 'date-moves');
  await expect.poll(() => takes(lock), { timeout: 480_000 }).toBe(true);
  await journey().finally(() => rmdir(lock));
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
