import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from './config.ts';

/** Held until released or until the process dies, however it dies. */
export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** The garbage collector closes a handle nobody refers to, and the lock with it: a lock is held, not remembered. */
const held = new Set<DatabaseSync>();

/**
 * Takes the one right to open the embedded database of a data directory, or fails at once with the holder's name.
 * PGlite has no lock of its own, and two processes on one directory silently lose rows.
 *
 * The lock is SQLite's exclusive one on `db.lock`: the kernel keeps it and drops it with the process, so that a crash
 * leaves nothing to clean up and no process id can be mistaken for another's. Who holds it is written beside it, never
 * into it: closing any other handle on a locked file would drop the lock.
 */
export function lockDatabase(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true });
  const holderFile = join(dataDir, 'db.lock.holder');
  const file = new DatabaseSync(join(dataDir, 'db.lock'), { timeout: 0 });
  try {
    // No journal file: nothing is ever written, and a left-over one would only raise questions.
    file.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new ConfigError(
      `The database in ${dataDir} is in use by ${readHolder(holderFile)}: stop that process, or start with another DATA_DIR.`,
    );
  }
  held.add(file);
  writeFileSync(holderFile, `process ${process.pid}, started ${processStart()}\n`, { mode: 0o600 });
  return {
    release() {
      rmSync(holderFile, { force: true });
      file.close();
      held.delete(file);
    },
  };
}

function processStart(): string {
  return new Date(Date.now() - process.uptime() * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}

function readHolder(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8').trim() || 'another process';
  } catch {
    // Between taking the lock and writing the name there is a moment without one.
    return 'another process';
  }
}
