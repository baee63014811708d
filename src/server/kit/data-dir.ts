import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { ConfigError } from './config.ts';

const OWNER_ONLY = 0o077;
const PRIVATE_FOLDER = 0o700;
const STICKY = 0o1000;
/** Names by which a data folder of an earlier version is recognised: each has at least one of them. */
const OURS: ReadonlySet<string> = new Set([
  'run.json',
  'vault.json',
  'pg',
  'releases',
  'content',
  'mirror',
  'preview',
  'bom.json',
  'bench.md',
  'look',
]);
/** Of the file system, on a volume of its own. */
const OF_VOLUME = 'lost+found';

/** From here on, what this process and its children write is for its own user alone. */
export function keepFilesPrivate(): void {
  // A thread shares the setting of its process and may not change it.
  if (isMainThread) process.umask(OWNER_ONLY);
}

/**
 * Makes the data folder or tightens the one that is there: it holds the keys, the database, the operators' token. A
 * link is followed to the folder it names.
 * @returns its path without links
 * @throws ConfigError with one sentence for a folder that cannot be kept private
 */
export function openDataDir(dataDir: string): string {
  keepFilesPrivate();
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
    const folder = realpathSync(dataDir);
    const { mode, uid } = statSync(folder);
    if (mode & STICKY || folder === '/' || folder === realHome() || (mode & OWNER_ONLY && !isOurs(folder))) {
      throw new ConfigError(`DATA_DIR must be a folder of its own: ${dataDir} is used by others too.`);
    }
    const own = process.getuid?.() ?? uid;
    if (uid !== own && own !== 0)
      throw new ConfigError(`DATA_DIR must belong to the user who starts: ${dataDir} does not.`);
    if (mode & OWNER_ONLY) tighten(folder, uid);
    chmodSync(folder, PRIVATE_FOLDER);
    return folder;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR must be a folder that can be written and made private: ${dataDir} is not (${code}).`,
    );
  }
}

function realHome(): string {
  return existsSync(homedir()) ? realpathSync(homedir()) : homedir();
}

/** A folder of the machine, named by mistake, must keep its rights: only an empty one or one of ours is tightened. */
function isOurs(folder: string): boolean {
  const names = readdirSync(folder).filter((name) => name !== OF_VOLUME);
  return names.length === 0 || names.some((name) => OURS.has(name));
}

/** Once, for a folder that earlier versions made: inside a private one no other user can read a file. */
function tighten(folder: string, owner: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // Another user's file is not ours to change. A link has no rights of its own, and what it names may not be ours.
    if (entry.isSymbolicLink()) continue;
    if (lstatSync(path, { throwIfNoEntry: false })?.uid !== owner) continue;
    if (entry.isDirectory()) tighten(path, owner);
    takeRights(path);
  }
}

function takeRights(path: string): void {
  try {
    const { mode } = statSync(path);
    if (mode & OWNER_ONLY) chmodSync(path, mode & 0o7700);
  } catch (error) {
    // Another publisher of this folder removed it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
