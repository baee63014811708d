import { readdir, rename, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Every file below a directory, relative, with forward slashes, sorted. */
export async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** All or nothing: a reader sees the old file or the new one, never half of it. */
export async function writeWhole(path: string, content: string, mode = 0o644): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, content, { mode });
  await rename(temporary, path);
}
