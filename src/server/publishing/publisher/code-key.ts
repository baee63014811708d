import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './files.ts';

/** The code that pages are made of. */
const SOURCES = ['src', 'public', '.config', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Not part of pages, and more than half of the code. */
const NOT_IN_PAGES = new Set(['src/server', 'src/tools', 'src/decisions']);
/** Files read before yielding to the event loop, a few milliseconds of work. */
const READ_AT_ONCE = 50;

/**
 * Digest of the pages' code, the runtime and the build's variables: if it and the content version equal the live
 * release's, a build would not change anything.
 */
export async function codeKey(repoDir: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const hash = createHash('sha256').update(process.version).update(JSON.stringify(variables));
  for (const [read, file] of (await codeFiles(repoDir)).entries()) {
    // Synchronous: a thousand small files take a tenth of the time they take through the thread pool.
    hash.update(`\0${file}\0`).update(readFileSync(join(repoDir, file)));
    if ((read + 1) % READ_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The files that pages are made of. */
export async function codeFiles(repoDir: string): Promise<string[]> {
  const files = await Promise.all(SOURCES.map((source) => filesOf(repoDir, source)));
  return files.flat();
}

/** The files of a folder that pages can be made of, sorted. */
async function filesOf(repoDir: string, source: string): Promise<string[]> {
  const path = join(repoDir, source);
  if (!existsSync(path)) return [];
  if (!(await stat(path)).isDirectory()) return [source];
  const files: string[] = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const place = `${source}/${entry.name}`;
    if (entry.isFile()) files.push(place);
    if (!entry.isDirectory() || NOT_IN_PAGES.has(place)) continue;
    files.push(...(await listFiles(join(repoDir, place))).map((file) => `${place}/${file}`));
  }
  return files.sort();
}
