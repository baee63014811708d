import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A file system in the machine's memory. Programs may not run from it. */
export const IN_MEMORY = '/dev/shm';
/** A whole run needs a fifth of it. */
const LEAST_FREE_BYTES = 1024 ** 3;

/**
 * Chooses where the files lie that a test throws away: in memory, if there is room, because a disk is slow to make and to
 * remove hundreds of small ones.
 */
export function scratchParent(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= LEAST_FREE_BYTES ? IN_MEMORY : tmpdir();
}
