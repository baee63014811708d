import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeFiles } from './code-key.ts';

/** Names the project and what `#` means in it. */
const PACKAGE = 'package.json';

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
  const files = [...(await codeFiles(repoDir)), PACKAGE, ...more];
  await Promise.all(files.map((file) => cp(join(repoDir, file), join(folder, file), { recursive: true })));
  await symlink(join(repoDir, 'node_modules'), join(folder, 'node_modules'));
}
