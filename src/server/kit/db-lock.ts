import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import { type Lock, tryLockFile } from './file-lock.ts';

/**
 * Takes the exclusive lock of the embedded database, or fails at once and names the process that holds it. PGlite has
 * no lock of its own, and two processes on one directory silently lose rows. The holder's name must be written beside
 * the lock file, never into it, because closing another handle of that file would release the lock.
 * @throws ConfigError when another process holds it
 */
export function lockDatabase(dataDir: string): Lock {
  const holderFile = join(dataDir, 'db.lock.holder');
  const lock = tryLockFile(join(dataDir, 'db.lock'));
  if (!lock) {
    throw new ConfigError(
      `The database in ${dataDir} is in use by ${readHolder(holderFile)}: stop that process, or start with another DATA_DIR.`,
    );
  }
  writeFileSync(holderFile, `process ${process.pid}, started ${processStart()}\n`, { mode: 0o600 });
  return {
    release() {
      rmSync(holderFile, { force: true });
      lock.release();
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
    // The holder writes its name only after it has taken the lock.
    return 'another process';
  }
}
