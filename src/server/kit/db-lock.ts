import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import { type Lock, tryLockFile } from './file-lock.ts';

/** Takes the embedded database's exclusive lock, which PGlite lacks, or fails at once with the holder's name. */
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
    // Between taking the lock and writing the name there is no name.
    return 'another process';
  }
}
