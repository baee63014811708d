import { posix } from 'node:path';
import { filesUnder, read } from './source-tree.ts';

/** One import of an .astro file: who, what it says, and the file it means (relative to the repository). */
export interface AstroImport {
  readonly file: string;
  readonly specifier: string;
  readonly target: string | undefined;
}

const IMPORT = /\bimport\s+(?:[^'"();]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/**
 * Finds the imports of every .astro file under src, frontmatter and scripts alike. dependency-cruiser does not read
 * these files, so the direction of rooms is checked on this list with the same rules.
 */
export function astroImports(root?: string): AstroImport[] {
  return filesUnder('src', root)
    .filter((file) => file.endsWith('.astro'))
    .flatMap((file) =>
      [...read(file, root).matchAll(IMPORT)].map((match) => {
        const specifier = (match[1] ?? match[2]) as string;
        return { file, specifier, target: targetOf(file, specifier) };
      }),
    );
}

/** `#room/file.ts` and relative paths; a package has no target of ours. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#tests/')) return specifier.slice(1);
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  return undefined;
}
