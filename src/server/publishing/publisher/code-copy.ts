import { copyFileSync, mkdirSync } from 'node:fs';
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeFiles } from './code-key.ts';
import { pausing } from './release-tree.ts';

/** Names the project and what `#` means in it. */
const PACKAGE = 'package.json';
/** Files copied before yielding to the event loop, a few milliseconds of work. */
const COPIED_AT_ONCE = 50;

/**
 * Copies the code of the pages into a folder of `DATA_DIR`, where it is built (decision 6). Astro and Vite write
 * beside the code they build, and rename from there into the output: the program's own folder may be read-only, and
 * `DATA_DIR` may be a file system of its own.
 * @param more further parts of the repository
 */
export async function copyCode(repoDir: string, folder: string, more: readonly string[] = []): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Not the folder itself: the process that builds already stands in it.
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
  const pause = pausing(COPIED_AT_ONCE);
  for (const file of [...(await codeFiles(repoDir)), PACKAGE]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // Synchronous: through the thread pool a thousand small files take twice as much of the processor.
    copyFileSync(join(repoDir, file), join(folder, file));
    await pause();
  }
  for (const part of more) await cp(join(repoDir, part), join(folder, part), { recursive: true });
  await symlink(join(repoDir, 'node_modules'), join(folder, 'node_modules'));
}
