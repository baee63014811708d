import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, wherever it was cloned to. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The stories of the embedded content service: content, not code; their names come from the content service. */
export const SEED = 'src/server/publishing/sandbox/content-service/seed';

/** Every file below a folder, relative to the repository, with forward slashes; sorted. A missing folder has none. */
export function filesUnder(folder: string, root = ROOT): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** The names of the folders directly in a folder; none when it does not exist. */
export function foldersIn(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}

/** A file of the repository as text. */
export function read(file: string, root = ROOT): string {
  return readFileSync(join(root, file), 'utf8');
}
