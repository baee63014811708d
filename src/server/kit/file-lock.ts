import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held until released or until the process dies, however it dies. */
export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;
const LOOK_AGAIN_MS = 100;

/** The garbage collector closes a handle nobody refers to, and the lock with it: a lock is held, not remembered. */
const held = new Set<DatabaseSync>();

/**
 * Takes the exclusive lock of a file, or nothing when somebody has it. The lock is SQLite's: the kernel keeps it and
 * drops it with the process, so that a crash leaves nothing to clean up and no process id can be mistaken for another's.
 * Nothing may be read from or written to the file: closing any other handle on it would drop the lock.
 */
export function tryLockFile(path: string): Lock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // No journal file: nothing is ever written, and a left-over one would only raise questions.
    file.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    return undefined;
  }
  held.add(file);
  return {
    release() {
      file.close();
      held.delete(file);
    },
  };
}

/** Waits for the lock of a file. Throws the signal's reason when it is asked to stop waiting. */
export async function lockFile(path: string, signal: AbortSignal): Promise<Lock> {
  for (;;) {
    signal.throwIfAborted();
    const lock = tryLockFile(path);
    if (lock) return lock;
    await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS));
  }
}
