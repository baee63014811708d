import { accessSync, constants, mkdirSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held until it is released or the process dies. */
export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;
const SQLITE_NOT_A_DATABASE = 26;
const LOOK_AGAIN_MS = 100;

/** References to the open handles: without them the garbage collector would close a handle and release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Takes the exclusive lock of a file; undefined when another process holds it. It is SQLite's lock, which the kernel
 * releases with the process, so a crash leaves nothing to clean up and a reused process id cannot be mistaken for the
 * holder. The file must not be read or written otherwise, because closing any other handle would release the lock.
 */
export function tryLockFile(path: string): Lock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  // Says why not: the database file would only say that it cannot be opened.
  accessSync(dirname(path), constants.W_OK);
  try {
    return take(path);
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_NOT_A_DATABASE) throw named(error, path);
    // Somebody has written into it. Nobody holds its lock, else that would have been told; the file stays the same one.
    truncateSync(path);
    return take(path);
  }
}

function named(error: unknown, path: string): Error {
  const reason = (error as Error).message;
  return new Error(`${path} cannot be locked (${reason}): it must be a file that can be written`, { cause: error });
}

function take(path: string): Lock | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // No journal file: nothing is ever written.
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

/** Waits for the lock of a file. Throws the signal's reason when aborted. */
export async function lockFile(path: string, signal: AbortSignal): Promise<Lock> {
  for (;;) {
    signal.throwIfAborted();
    const lock = tryLockFile(path);
    if (lock) return lock;
    await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS));
  }
}
