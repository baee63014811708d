import { type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/**
 * Digests of files that are looked at every minute: a file is read again only when its inode, size, time or rights are
 * others. Hard links of one file are read once.
 */
export class FileDigests {
  #known: ReadonlyMap<string, string> = new Map();
  #seen = new Map<string, string>();

  /** Undefined without such a file; `unreadable` without the right to read it, or when its digest cannot be made. */
  async of(path: string, digest: (content: Buffer) => string | Promise<string>): Promise<string | undefined> {
    const stats = statOf(path);
    if (!stats?.isFile()) return undefined;
    const { dev, ino, size, mtimeMs, mode } = stats;
    const stamp = `${dev} ${ino} ${size} ${mtimeMs} ${mode}`;
    const made = this.#seen.get(stamp) ?? this.#known.get(stamp) ?? (await madeOf(path, digest));
    // What cannot be read may be readable the next time.
    if (made !== UNREADABLE) this.#seen.set(stamp, made);
    return made;
  }

  /** Ends a look: what was not looked at is forgotten. */
  endLook(): void {
    this.#known = this.#seen;
    this.#seen = new Map();
  }
}

const UNREADABLE = 'unreadable';

function madeOf(path: string, digest: (content: Buffer) => string | Promise<string>): Promise<string> {
  return readFile(path)
    .then(digest)
    .catch(() => UNREADABLE);
}

/** Synchronous: thousands of files take a fifth of the time that they take through the thread pool. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
